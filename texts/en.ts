import { t as reading } from './en-reading.ts';

/**
 * Every word people read, in English. `literal` holds the words that the specification fixes, odd ones included
 * (decisions §8): they are shown as they are; the right word is added beside them, never put in their place.
 */
export const t = {
  ...reading,
  /** Sign-in, register and what follows. */
  account: {
    email: 'E-mail',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    problems: 'There is a problem',
    noAnswer: 'We could not reach the server. Nothing was lost. Try again.',
    home: 'Back to the catalogue',
    login: {
      title: 'Sign in',
      submit: 'Sign in',
      intro: 'Sign in to download datasets.',
      forgot: 'Forgot your password?',
      noAccount: 'No account yet?',
      register: 'Register',
      emailMissing: 'Enter your e-mail address.',
      passwordMissing: 'Enter your password.',
      waiting: 'Signing in',
    },
    register: {
      title: 'Register',
      intro:
        'Registration is free. The laboratory looks at each application; downloads open once it is approved.',
      haveAccount: 'Registered already?',
      signIn: 'Sign in',
      confirm: '1 Confirm your e-mail',
      about: '2 About you',
      aboutHint: 'The laboratory decides by what you write here. Only its administrators see it.',
      emailHint: 'We send a code to this address.',
      sendCode: 'Send code',
      sendAgain: 'Send code again',
      sendAgainIn: (seconds: number) => `Send again in ${seconds} s`,
      sent: (email: string) => `If ${email} can register, a code is on its way. It is good for 10 minutes.`,
      code: 'Code from the mail',
      codeHint: '8 digits',
      passwordHint:
        'At least 12 characters. A few words that do not belong together are easy to keep in mind.',
      strength: ['Too short', 'Weak', 'Fair', 'Good', 'Strong'],
      strengthLabel: 'Password strength',
      firstName: 'First name',
      familyName: 'Family name',
      affiliation: 'Affiliation',
      affiliationHint: 'University, institute or company',
      purpose: 'Purpose',
      purposeHint: 'What do you want to use the data for? One or two sentences are enough.',
      country: 'Country',
      missing: {
        email: 'Enter a plain e-mail address such as name@example.org.',
        validCode: 'Enter the code from the mail.',
        password: 'Use at least 12 characters.',
        firstName: 'Enter your first name.',
        familyName: 'Enter your family name.',
        affiliation: 'Enter your affiliation.',
        purpose: 'Say what you need the data for.',
      },
      submit: 'Register',
      waiting: 'Registering',
    },
    submitted: {
      title: 'Your application is in',
      approvedTitle: 'Your account is ready',
      steps: 'Where your application stands',
      step: { submitted: 'Submitted', review: 'In review', approved: 'Approved' },
      done: '(done)',
      pending: (email: string) =>
        `The laboratory will look at it and write to ${email}. Until then you can browse everything; downloads open after approval.`,
      approved: 'You can download datasets right away.',
      notSignedIn: 'You are registered. Sign in to go on.',
      back: 'Go back to where you were',
      browse: 'Browse the datasets',
      signIn: 'Sign in',
    },
    captcha: {
      label: 'I am not a robot',
      idle: 'A short check by your own device; nothing to solve.',
      working: 'Checking, this takes a moment …',
      solved: 'Checked. Thank you.',
      failed: 'The check did not finish. Try again.',
      insecure:
        'The check needs a secure address. Open this site with https:// in front, or ask the laboratory to switch it on.',
      retry: 'Try the check again',
    },
    notFound: {
      title: 'This page does not exist',
      body: 'The address may be mistyped, or the page has moved.',
    },
    unauthorized: {
      title: 'You may not see this page',
      body: 'Sign in with an account that may, or go back to the catalogue.',
    },
    over: {
      title: 'Please sign in again',
      body: 'Your session has ended, and what it showed was put away. Sign in to go on where you were.',
    },
    failed: {
      title: 'This page did not load',
      body: 'A new version may have been put up meanwhile, or the connection broke.',
      retry: 'Load again',
    },
  },
  /** The back office. */
  admin: {
    backOffice: 'Back office',
    skip: 'Skip to content',
    whileOffline: 'Switched off while you are offline',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    menu: 'Back office menu',
    breadcrumb: 'Breadcrumb',
    portal: 'View the portal',
    logout: 'Log out',
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved',
    groups: {
      user: 'User management',
      dataset: 'Dataset management',
      access: 'Access',
      system: 'System',
    },
    account: 'Your account',
    waiting: (count: number) => `${count} waiting`,
    problems: (count: number) => `${count} unanswered`,
    whoFailed: 'Who you are could not be asked.',
    forbidden: {
      body: 'Your role does not include this screen. An owner of this portal can change that.',
      home: 'Go to Home',
    },
    unsaved: {
      title: 'There are unsaved changes',
      body: 'Leaving this page drops them.',
      leave: 'Leave',
      stay: 'Stay',
    },
    login: {
      title: 'Back office sign-in',
      username: 'E-mail',
      totp: 'One-time code',
      totpHint: 'The six digits of your authenticator app',
      recovery: 'Recovery code',
      recoveryHint: 'One of the codes you kept when you set up the app. Each works once.',
      useRecovery: 'Use a recovery code instead',
      useApp: 'Use the authenticator app instead',
      welcome: (name: string) => `Your account is ready. Sign in as ${name}.`,
      submit: 'Sign in',
      usernameMissing: 'Enter your e-mail address.',
      passwordMissing: 'Enter your password.',
    },
    table: {
      total: (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`),
      perPage: 'Rows per page',
      size: (size: number) => `${size} / page`,
      previous: 'Previous page',
      next: 'Next page',
      page: (page: number) => `Page ${page}`,
      pages: 'Pages',
      jump: 'Go to page',
      jumpHint: (last: number) => `A number from 1 to ${last}`,
      go: 'Go',
      sortBy: (column: string) => `Sort by ${column}`,
      actions: 'Actions',
      noneMatch: 'Nothing matches these filters.',
      clearFilters: 'Clear filters',
      failed: 'This list could not be loaded.',
      retry: 'Retry',
      loading: 'Loading',
      select: (name: string) => `Select ${name}`,
      selectPage: 'Select all on this page',
      search: 'Search',
      any: 'Any',
    },
    own: {
      signedInAs: 'Signed in as',
      role: 'Role',
      password: 'Password',
      changePassword: 'Change password',
      passwordHint: (least: number) =>
        `At least ${least} characters. A few words that do not belong together are easy to keep in mind.`,
      oldPassword: 'Current password',
      newPassword: 'New password',
      passwordChanged: 'The password is changed. All your other sessions have ended.',
      missing: {
        oldPassword: 'Enter your current password.',
        newPassword: 'Enter a new password.',
        password: 'Enter your password.',
        code: 'Enter the code of your authenticator app.',
      },
      totp: 'Two-step sign-in',
      totpWhy:
        'Beside the password, signing in then asks for a code that only an app on your phone can make.',
      on: 'On',
      off: 'Off',
      codesLeft: (count: number) =>
        count === 0
          ? 'No recovery code is left. Turn it off and on again to get new ones.'
          : count === 1
            ? '1 recovery code is left.'
            : `${count} recovery codes are left.`,
      setUp: 'Set up',
      setUpPassword: 'Your password, to begin',
      begin: 'Continue',
      scan: 'Scan this with your authenticator app',
      qrAlt: 'QR code that holds the secret below',
      secret: 'Or type this secret into the app',
      copySecret: 'Copy secret',
      code: 'Code from the app',
      codeHint: 'Six digits',
      anyCode: 'Code from the app, or a recovery code',
      confirm: 'Turn on',
      copied: 'Copied',
      copyFailed: 'Not copied: select the text by hand',
      codes: 'Keep these recovery codes',
      codesWhy:
        'Each signs you in once when your phone is lost. They are shown only now: print them or put them into a password manager.',
      copyCodes: 'Copy all',
      downloadCodes: 'Download as a text file',
      codesFile: (name: string) => `Recovery codes of ${name} for the back office. Each works once.`,
      kept: 'I have kept them',
      done: 'Done',
      keptFirst: {
        title: 'Have you kept the recovery codes?',
        body: 'They cannot be shown again.',
        leave: 'Leave',
        stay: 'Stay',
      },
      turnOff: 'Turn off',
      turnOffBody: 'Signing in then takes the password alone. The recovery codes stop working.',
      turnedOff: 'Two-step sign-in is off.',
      failed: 'The state of your account could not be loaded.',
    },
    invite: {
      title: 'Set up your administrator account',
      intro: (role: string) => `You are invited to the back office as ${role}.`,
      introFirst: 'You become the owner of this portal: the first administrator, who can invite others.',
      titleReset: 'Set a new password',
      introReset: 'The link was made on the server for this administrator. It works once.',
      reading: 'Reading the invitation',
      email: 'E-mail',
      emailHint: 'You sign in with it.',
      name: 'Your name',
      nameHint: 'Shown in the audit log beside what you change.',
      password: 'Password',
      passwordHint: (least: number) =>
        `At least ${least} characters. A few words that do not belong together are easy to keep in mind.`,
      newPassword: 'New password',
      missing: {
        email: 'Enter your e-mail address.',
        name: 'Enter your name.',
        password: 'Enter a password.',
      },
      submit: 'Create account',
      submitReset: 'Save new password',
      invalid: 'This invitation cannot be used',
      invalidBody:
        'It may have been used already, withdrawn, or be too old. Ask an owner of the portal for a new one.',
      noToken:
        'The link is not complete: its end is missing. Copy the whole address from the mail and open it again.',
      unread: 'The invitation could not be read',
      signIn: 'Go to sign-in',
    },
    roles: {
      owner: { name: 'Owner', what: 'Everything, administrators and settings included.' },
      reviewer: { name: 'Reviewer', what: 'Decides about users; reads signatures and download records.' },
      curator: {
        name: 'Curator',
        what: 'Adds, edits and publishes datasets; writes terms; reads signatures and download records.',
      },
      auditor: {
        name: 'Auditor',
        what: 'Reads everything, also the administrators and the audit log; changes nothing.',
      },
      none: {
        name: 'Requests only',
        what: 'Decides about the requests for the datasets whose reviewer they are; sees nothing else.',
      },
    },
    administrators: {
      caption: 'Administrators',
      you: 'you',
      name: 'Name',
      email: 'E-mail',
      role: 'Role',
      status: 'Status',
      active: 'Active',
      disabled: 'Disabled',
      totp: 'Two-step sign-in',
      totpOn: 'On',
      totpOff: 'Off',
      since: 'Since',
      invite: 'Invite administrator',
      inviteTitle: 'Invite an administrator',
      inviteHint: 'A mail with a link goes to this address. The link works once, for 7 days.',
      send: 'Send invitation',
      sent: (email: string) => `An invitation is on its way to ${email}`,
      emailMissing: 'Enter an e-mail address.',
      invitations: 'Open invitations',
      noInvitations: 'No invitation is open.',
      invited: 'Invited',
      expires: 'Good until',
      withdraw: 'Withdraw',
      withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
      withdrawTitle: 'Withdraw this invitation?',
      withdrawBody: (email: string) => `The link in the mail to ${email} stops working.`,
      withdrawn: (email: string) => `The invitation of ${email} is withdrawn`,
      more: (name: string) => `Actions for ${name}`,
      changeRole: 'Change role',
      roleOf: (name: string) => `Role of ${name}`,
      roleChanged: (name: string, role: string) => `${name} is ${role} now`,
      disable: 'Disable',
      disableTitle: (name: string) => `Disable ${name}?`,
      disableBody: 'All sessions end at once, and signing in is refused until the account is enabled again.',
      nowDisabled: (name: string) => `${name} is disabled`,
      enable: 'Enable',
      nowEnabled: (name: string) => `${name} is enabled`,
      failed: 'The administrators could not be loaded.',
    },
    audit: {
      caption: 'Audit log',
      none: 'Nothing has been changed yet.',
      noneHint: 'Every change by an administrator, sign-in and export of personal data leaves an entry here.',
      keyword: 'Keyword',
      keywordHint: 'Name, action or subject',
      admin: 'Administrator',
      at: 'Time',
      what: 'What was done',
      subject: 'Subject',
      ip: 'Address',
      call: 'Call',
      details: 'Details',
      open: (sentence: string) => `Details: ${sentence}`,
      changes: 'What changed',
      nothingKept: 'This entry holds no values.',
      field: 'Field',
      before: 'Before',
      after: 'After',
      whole: 'value',
      added: 'added',
      removed: 'removed',
      same: (count: number) => (count === 1 ? '1 field is unchanged' : `${count} fields are unchanged`),
      empty: 'empty',
      yes: 'yes',
      no: 'no',
      who: 'Who',
      unknown: 'Not known',
      formerUser: 'a former user',
      /** At the beginning of a line. */
      aFormerUser: 'A former user',
      times: (count: number) => `${count} times`,
      howOften: 'How often',
      /** Of subjects that are no name; what is not here is shown as it is. */
      subjects: {
        'an account that does not exist': 'an account that does not exist',
        'further accounts and addresses': 'further accounts and addresses',
      } as Record<string, string>,
      /**
       * By `<METHOD> <path of the contract>`, and by the state it led to; `{}` is the subject. What is not here shows
       * the call itself.
       */
      actions: {
        'POST /api/v1/admin/totp': 'Began to set up two-step sign-in',
        'POST /api/v1/admin/totp/confirm': 'Turned two-step sign-in on',
        'POST /api/v1/admin/totp/disable': 'Turned two-step sign-in off',
        'POST /api/v1/admin/changePassword': 'Changed the own password',
        'POST /api/v1/admin/institutions/confirm': 'Signed in to the back office with an institution',
        'POST /api/v1/admin/institutions/confirm (failed)':
          'Tried to sign in to the back office with an institution as {}',
        'POST /api/v1/admin/institutions/links': 'Linked an institution to the own administrator account',
        'DELETE /api/v1/admin/institutions/links/:id':
          'Unlinked an institution from the own administrator account',
        'POST /api/v1/admin/invitations': 'Invited {} to the back office',
        'DELETE /api/v1/admin/invitations/:id': 'Withdrew the invitation of {}',
        'POST /api/v1/admin/invitation/accept': 'Accepted an invitation',
        'PUT /api/v1/admin/administrators/:id': 'Changed the administrator {}',
        'vitrine import': 'Made {} of files on the disk',
        'vitrine restore': 'Restored the portal from {}',
        'vitrine admin reset': 'Made a link with which {} sets a new password',
        'vitrine admin invite': 'Invited {} to the back office',
        'vitrine admin disable': 'Disabled the administrator {}',
        'vitrine user suspend': 'Suspended {}',
        'vitrine user export': 'Exported what is stored about {}',
        'POST /api/v1/admin/restored/open': 'Opened {} after a restore',
        'PUT /api/v1/admin/approvalPolicy': 'Changed the approval rules',
        'PUT /api/v1/admin/userReview/:userId/:status': 'Decided about {}',
        'PUT /api/v1/admin/userReview': 'Decided about {}',
        'PUT /api/v1/admin/userReview/:userId/:status → approved': 'Approved {}',
        'PUT /api/v1/admin/userReview/:userId/:status → rejected': 'Rejected {}',
        'PUT /api/v1/admin/userReview/:userId/:status → needs_info': 'Asked {} for more information',
        'PUT /api/v1/admin/userReview/:userId/:status → suspended': 'Suspended {}',
        'PUT /api/v1/admin/userReview → approved': 'Approved {}',
        'PUT /api/v1/admin/userReview → rejected': 'Rejected {}',
        'PUT /api/v1/admin/userReview → needs_info': 'Asked {} for more information',
        'PUT /api/v1/admin/userReview → suspended': 'Suspended {}',
        'DELETE /api/v1/admin/userReview/:reviewId': 'Took back the decision about {}',
        'DELETE /api/v1/admin/user/:id': 'Deleted the account of {}',
        'POST /api/v1/admin/addDataset': 'Added {}',
        'PUT /api/v1/admin/updateDataset/:id': 'Changed {}',
        'PUT /api/v1/admin/updateDataset/:id → published': 'Published {}',
        'PUT /api/v1/admin/updateDataset/:id → withdrawn': 'Withdrew {}',
        'POST /api/v1/admin/dataset/:id/newVersion': 'Made the version {}',
        'POST /api/v1/admin/dataset/:id/roCrate': 'Added the RO-Crate {}',
        'POST /api/v1/admin/dataset/:id/freeze': 'Froze {}',
        'POST /api/v1/admin/dataset/:id/purgeFiles': 'Removed the bytes of {} for ever',
        'POST /api/v1/admin/dataset/:id/purgeFile': 'Removed a file of {} for ever',
        'POST /api/v1/admin/dataset/:id/recalls': 'Opened a recall of {}',
        'POST /api/v1/admin/recall/:id/sending': 'Sent a recall of {}',
        'DELETE /api/v1/admin/recall/:id': 'Dropped a recall of {}',
        'GET /api/v1/admin/recall/:id/people/export': 'Exported who holds recalled files of {}',
        'DELETE /api/v1/admin/dataset/:id': 'Moved {} to the trash',
        'PUT /api/v1/admin/dataset/:id/place': 'Moved {} within its modality',
        'POST /api/v1/admin/addSubsets/:id': 'Added files to {}',
        'PUT /api/v1/admin/subset/:id': 'Changed {}',
        'DELETE /api/v1/admin/subset/:id': 'Moved {} to the trash',
        'PUT /api/v1/admin/subset/:id/place': 'Moved {} within its dataset',
        'POST /api/v1/admin/trash/:id/restore': 'Restored {} from the trash',
        'DELETE /api/v1/admin/trash/:id': 'Deleted {} for ever',
        'POST /api/v1/admin/folders': 'Made a folder to upload into',
        'POST /api/v1/admin/jobs/:id/retry': 'Had a job tried again: {}',
        'POST /api/v1/admin/problemReports/:id/answer': 'Answered a report about {}',
        'POST /api/v1/admin/mails/:id/resend': 'Had a mail sent again: {}',
        'POST /api/v1/dict/data': 'Added {} to the dictionary',
        'PUT /api/v1/dict/data': 'Changed {} in the dictionary',
        'PUT /api/v1/dict/data/': 'Changed {} in the dictionary',
        'DELETE /api/v1/dict/data/:id': 'Deleted {} from the dictionary',
        'POST /api/v1/config': 'Added {} to the configuration',
        'PUT /api/v1/config': 'Changed {} in the configuration',
        'DELETE /api/v1/config/:id': 'Deleted {} from the configuration',
        'POST /api/v1/setting': 'Changed the site settings',
        'POST /api/v1/login': 'Signed in',
        'POST /api/v1/institutions/exchange': 'Signed in with an institution',
        'POST /api/v1/institutions/exchange (failed)':
          'Tried to sign in to the back office with an institution as {}',
        'POST /api/v1/institutions/confirm': 'Linked an institution by signing in with it',
        'POST /api/v1/institutions/register': 'Registered with an institution',
        'POST /api/v1/institutions/links': 'Linked an institution',
        'DELETE /api/v1/institutions/links/:id': 'Unlinked an institution',
        'POST /api/v1/login (failed)': 'Tried to sign in as {}',
        'POST /api/v1/admin/login': 'Signed in to the back office',
        'POST /api/v1/admin/login (failed)': 'Tried to sign in to the back office as {}',
        'GET /api/v1/admin/records/export': 'Exported download records',
        'POST /api/v1/admin/terms': 'Wrote the terms {}',
        'PUT /api/v1/admin/terms/:id': 'Changed the terms {}',
        'DELETE /api/v1/admin/terms/:id': 'Deleted the terms {}',
        'PUT /api/v1/admin/dataset/:id/access': 'Changed what {} asks for',
        'POST /api/v1/admin/dataset/:id/reviewerLinks': 'Made a reviewer link for {}',
        'DELETE /api/v1/admin/reviewerLink/:id': 'Revoked a reviewer link for {}',
        'PUT /api/v1/admin/dataset/:id/requestForm': 'Changed the questions to those who ask for {}',
        'PUT /api/v1/admin/dataset/:id/reviewers': 'Named the reviewers of {}',
        'PUT /api/v1/admin/requestReview/:requestId/:status': 'Decided about {}',
        'PUT /api/v1/admin/requestReview/:requestId/:status → granted': 'Granted a request of {}',
        'PUT /api/v1/admin/requestReview/:requestId/:status → rejected': 'Rejected a request of {}',
        'PUT /api/v1/admin/requestReview/:requestId/:status → needs_info':
          'Asked {} for more information on a request',
        'PUT /api/v1/admin/requestReview/:requestId/:status → ended': 'Ended the access of {} to a dataset',
        'PUT /api/v1/admin/requestReview': 'Decided about {}',
        'PUT /api/v1/admin/requestReview → granted': 'Granted a request of {}',
        'PUT /api/v1/admin/requestReview → rejected': 'Rejected a request of {}',
        'PUT /api/v1/admin/requestReview → needs_info': 'Asked {} for more information on a request',
        'PUT /api/v1/admin/requestReview → ended': 'Ended the access of {} to a dataset',
        'DELETE /api/v1/admin/requestReview/:reviewId': 'Took back the decision about a request of {}',
        'GET /api/v1/admin/request/:id/file/:fileId': 'Read a file of {}',
        'POST /api/v1/dataset/:id/signature': 'Signed the terms of {}',
        'GET /api/v1/admin/signatureList/export': 'Exported signatures',
        'GET /api/v1/account/export': 'Exported the own account',
      } as Record<string, string>,
    },
    approval: {
      intro:
        'Who approves new users, how long an approval lasts, and how administrators hear of waiting ones.',
      mode: 'Who approves',
      byHand: 'By hand',
      byHandHint: 'An administrator decides about every application.',
      rules: 'By rules, the rest by hand',
      rulesHint: 'Applications from the domains and addresses below are approved at once.',
      rulesOff: 'The lists are kept, but not used while everybody is approved by hand.',
      domains: 'Domains',
      domainsHint:
        'One per line, such as university.edu. Subdomains are covered too, and whoever an institution’s sign-in says belongs to one.',
      addresses: 'E-mail addresses',
      addressesHint: 'One per line, whole addresses.',
      lines: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
      wrongLine: (line: number, text: string, message: string) => `Line ${line} (${text}): ${message}`,
      moreLines: (count: number) => `And ${count} more lines are not right.`,
      days: 'Days that an approval lasts',
      daysHint:
        'From 1 to 3650. Left empty, it does not end. An administrator can set another end for one user.',
      daysWrong: 'Enter a whole number from 1 to 3650, or nothing.',
      notice: 'Notice of waiting applications',
      notices: {
        'at once': 'A mail for each application, at once',
        daily: 'One mail a day, when somebody waits',
        off: 'None',
      },
      readOnly: 'Your role can read these rules, not change them.',
      saved: 'The approval rules are saved',
      failed: 'The approval rules could not be loaded.',
    },
    users: {
      caption: { all: 'All users', approved: 'Approved users', applicants: 'Applicants' },
      none: {
        all: 'Nobody has registered yet.',
        approved: 'Nobody is approved yet.',
        applicants: 'No application is waiting.',
      },
      noneHint: {
        all: 'People appear here as soon as they register.',
        approved: 'Approve applicants to see them here.',
        applicants: 'New applications appear here.',
      },
      keyword: 'Keyword',
      keywordHint: 'Name, e-mail or affiliation',
      status: 'Status',
      name: 'Name',
      email: 'E-mail',
      affiliation: 'Affiliation',
      vouchedBy: (institution: string) => `Vouched for by ${institution}`,
      vouchedWho: (subject: string) => `who it is (${subject}), no affiliation`,
      purpose: 'Purpose',
      country: 'Country',
      registered: 'Registered',
      applied: 'Applied',
      reviewed: 'Decided',
      statusReason: 'Reason',
      downloads: 'Downloads',
      downloadsOf: (count: string, name: string) => `${count}: the download records of ${name}`,
      statusName: {
        pending: 'Pending',
        approved: 'Approved',
        rejected: 'Rejected',
        needs_info: 'Needs info',
        suspended: 'Suspended',
        expired: 'Expired',
      },
      action: {
        approved: 'Approve',
        rejected: 'Reject',
        needs_info: 'Ask for information',
        suspended: 'Suspend',
      },
      detailsOf: (name: string) => `Details of ${name}`,
      previous: 'Previous user (K)',
      keys: 'Keys in a row: J and K move, X selects, A approves, R rejects.',
      next: 'Next user (J)',
      delete: 'Delete',
      bulk: {
        approved: 'Approve selected',
        rejected: 'Reject selected',
        needs_info: 'Ask selected for information',
        suspended: 'Suspend selected',
      },
      approveUntil: 'Approve until …',
      changeEnd: 'Change the end of approval …',
      approveUntilTitle: (name: string) => `Approve ${name} until`,
      lastDayHint: 'The person is reminded before, and can ask for more time.',
      done: {
        approved: (who: string, count: number) => `${who} ${count === 1 ? 'is' : 'are'} approved`,
        rejected: (who: string, count: number) => `${who} ${count === 1 ? 'is' : 'are'} rejected`,
        needs_info: (who: string, count: number) =>
          `${who} ${count === 1 ? 'is' : 'are'} asked for information`,
        suspended: (who: string, count: number) => `${who} ${count === 1 ? 'is' : 'are'} suspended`,
      },
      several: (count: number) => (count === 1 ? '1 user' : `${count} users`),
      reasonTitle: {
        rejected: (name: string) => `Reject ${name}`,
        needs_info: (name: string) => `Ask ${name} for information`,
        suspended: (name: string) => `Suspend ${name}`,
      },
      reasonSent: 'The reason is mailed to the person and kept in the timeline.',
      templates: {
        rejected: [
          'Your affiliation could not be confirmed.',
          'The purpose you gave is outside the terms of use.',
          'This application repeats an earlier one.',
        ],
        needs_info: [
          'Please describe your project in a few sentences.',
          'Please apply with an e-mail address of your affiliation.',
          'Please name the person responsible for the project.',
        ],
        suspended: [
          'The terms of use were not kept.',
          'The account seems to be used by somebody else.',
          'The organisation you are affiliated with asked us to end the access.',
        ],
      },
      deleteTitle: (name: string) => `Delete ${name}?`,
      deleteBody:
        'The account, its sessions and its links end at once. Download records stay, without the person; signed terms stay as evidence, with name and e-mail. This cannot be undone.',
      deleted: (name: string) => `${name} is deleted`,
      application: 'Application',
      approvedUntil: 'Approved until',
      registeredStep: 'Registered',
      failed: 'This user could not be loaded.',
    },
    datasets: {
      caption: 'Datasets',
      none: 'There are no datasets yet.',
      noneHint: 'Add one: a name, a version and a modality are enough to begin.',
      add: 'Add dataset',
      keyword: 'Keyword',
      keywordHint: 'Name, path, keyword or author',
      status: 'Status',
      statusName: { draft: 'Draft', published: 'Published', withdrawn: 'Withdrawn' },
      modality: 'Modality',
      name: 'Name',
      version: 'Version',
      path: 'Path',
      pathHint: 'Left empty, it is made from name and version, e.g. brain-mri/brain-mri-1.0.zip',
      detail: 'Detail',
      detailHint: 'Shown on the dataset page. Markdown.',
      license: 'Licence',
      authors: 'Authors',
      authorsHint: 'Family, Given; Family, Given',
      citation: 'Citation',
      keywords: 'Keywords',
      keywordsHint: 'Separated by commas',
      picture: 'Picture',
      pictureHint: 'PNG, JPEG, WebP or AVIF, up to 10 MB',
      picturePreview: 'Preview of the picture',
      document: 'Document (PDF)',
      documentHint: 'Up to 200 MB',
      archive: 'Archive of its own',
      archiveHint: 'Offered as the whole dataset. Without one, a ZIP of the data files is made.',
      choose: 'Choose',
      remove: 'Remove',
      current: 'There is one; choose another to replace it.',
      count: 'Downloads',
      size: 'Size',
      fileCount: 'Files',
      created: 'Created',
      missing: { name: 'Enter a name.', version: 'Enter a version.', modalityName: 'Enter a modality.' },
      edit: 'Edit',
      editOf: (name: string) => `Edit ${name}`,
      subsets: 'Files',
      subsetsOf: (name: string) => `Files of ${name}`,
      more: (name: string) => `More actions for ${name}`,
      publish: 'Publish',
      withdraw: 'Withdraw',
      actionOn: (action: string, name: string) => `${action} ${name}`,
      view: 'View on the portal',
      records: 'Download records',
      published: (name: string) => `${name} is published`,
      withdrawn: (name: string) => `${name} is withdrawn`,
      withdrawTitle: (name: string) => `Withdraw ${name}?`,
      withdrawBody:
        'Its page then says that it is withdrawn, and downloads stop at once. You can publish it again.',
      delete: 'Delete',
      deleteTitle: (name: string) => `Delete ${name}?`,
      deleteBody:
        'It moves to the trash with all its files and is removed for good after 30 days. Download records and signed terms stay.',
      deleted: (name: string) => `${name} is in the trash for 30 days`,
      addTitle: 'Add dataset',
      editTitle: 'Edit dataset',
      create: 'Create draft',
      drafted: (name: string) => `${name} is a draft now. Publish it when it is ready.`,
      filesTitle: 'Files of the dataset',
    },
    subsets: {
      caption: 'Files of this dataset',
      none: 'No files yet.',
      path: 'Path',
      desc: 'Desc',
      size: 'Size',
      checksum: 'SHA-256',
      hashing: 'being computed',
      copyHash: (path: string) => `Copy the SHA-256 of ${path}`,
      copied: 'Copied',
      copyFailed: 'Not copied: select it by hand',
      sum: (files: string, size: string) => `${files} · ${size}`,
      edit: (path: string) => `Edit ${path}`,
      delete: (path: string) => `Delete ${path}`,
      editTitle: 'Edit file',
      deleteTitle: 'Delete this file?',
      deleteBody: (path: string) => `${path} moves to the trash and is removed for good after 30 days.`,
      deleted: 'The file is in the trash for 30 days',
      failed: 'This dataset could not be loaded.',
    },
    upload: {
      label: 'Upload',
      progress: (sent: string, total: string) => `${sent} of ${total}`,
      speed: (perSecond: string) => `${perSecond}/s`,
      left: (time: string) => `${time} left`,
      finishing: 'Checking and storing …',
      cancel: 'Cancel upload',
      cancelled: 'The upload was cancelled. Nothing was stored.',
      seconds: (s: number) => `${s} s`,
      minutes: (m: number) => `${m} min`,
      hours: (h: number, m: number) => `${h} h ${m} min`,
      leaveTitle: 'An upload is running',
      leaveBody: 'Leaving this page ends it, and nothing is stored.',
      leave: 'Leave',
      stay: 'Stay',
    },
    records: {
      caption: 'Download records',
      none: 'Nothing has been downloaded yet.',
      noneHint: 'Every download leaves a record here.',
      keyword: 'User',
      keywordHint: 'Name or e-mail',
      dataset: 'Dataset',
      datasetId: 'Dataset id',
      userId: 'User id',
      subsetPath: 'Path',
      version: 'Version',
      complete: 'Complete',
      yes: 'Yes',
      no: 'No',
      unknown: 'Unknown',
      more: 'More filters',
      less: 'Fewer filters',
      started: 'Started',
      user: 'User',
      deletedUser: 'Deleted user',
      bytes: 'Sent',
      ofTotal: (sent: string, total: string) => `${sent} of ${total}`,
      ip: 'Address',
      via: 'Via',
    },
    export: {
      csv: 'Export CSV',
      running: 'Exporting …',
      done: (size: string) => `Exported, ${size}`,
      failed: 'The export did not finish.',
    },
  },
} as const;

/** Mails. Apart from `en`, so that pages do not carry them. `{name}` places are filled in. */
export const enMails = {
  code: {
    register: {
      subject: '{code} is your code for {site}',
      body: `Somebody, probably you, wants to register at {site} with this address.

Your code: {code}

It is good for 10 minutes. If this was not you, ignore this mail: nothing happens without the code.

{url}
`,
    },
    reset: {
      subject: '{code} is your code for a new password at {site}',
      body: `Somebody, probably you, wants to set a new password at {site}.

Your code: {code}

It is good for 10 minutes. If this was not you, ignore this mail: your password stays as it is.

{url}
`,
    },
    confirm: {
      subject: '{code} is your code to confirm your address at {site}',
      body: `Somebody, probably you, was asked at {site} to confirm that this address is theirs.

Your code: {code}

It is good for 10 minutes. If this was not you, ignore this mail and give the code to nobody: nothing happens without it.

{url}
`,
    },
  },
  alreadyRegistered: {
    subject: 'You already have an account at {site}',
    body: `Somebody, probably you, wanted to register at {site} with this address. It has an account already.

Sign in at {url}/login, or set a new password at {url}/forgetPassword.

If this was not you, ignore this mail: nothing has changed.
`,
  },
  invitation: {
    subject: 'You are invited to run {site}',
    body: `{by} invites you to the back office of {site}, as {role}.

This link makes your account. It works once, until {until}:

{link}

If you do not expect this, ignore this mail: nothing happens without the link.
`,
  },
  decision: {
    approved: {
      subject: 'You can now download from {site}',
      body: `Dear {firstName},

your application at {site} was approved. Sign in at {url}/login: the download links are on each dataset's page.
{until}`,
    },
    rejected: {
      subject: 'Your application at {site} was not approved',
      body: `Dear {firstName},

your application at {site} was not approved. The reason:

{reason}

You can change your application and send it again at {url}/account.
`,
    },
    needs_info: {
      subject: 'Your application at {site} needs more information',
      body: `Dear {firstName},

before we can decide on your application at {site}, we need to know more:

{reason}

Please answer at {url}/account: your application is there, ready to be completed and sent again.
`,
    },
    suspended: {
      subject: 'Your access to {site} was suspended',
      body: `Dear {firstName},

your access to the downloads of {site} was suspended. The reason:

{reason}
`,
    },
  },
  /** In the mail of an approval that ends. */
  until: `
The approval lasts until {date}. We will remind you before that.
`,
  end: {
    reminder: {
      subject: 'Your access to {site} ends on {date}',
      body: `Dear {firstName},

your approval at {site} ends on {date}. After that day the download links no longer work.

If you need the data for longer, you can ask for a renewal at {url}/account as soon as the approval has ended: your application is kept there, ready to be sent again.
`,
    },
    expired: {
      subject: 'Your access to {site} has ended',
      body: `Dear {firstName},

your approval at {site} ended on {date}, and the download links no longer work.

To renew it, send your application again at {url}/account: it is kept there, filled in.
`,
    },
  },
  /** To administrators. */
  waiting: {
    one: {
      subject: 'An application waits for a decision at {site}',
      body: `This application waits for a decision:

{names}

Decide at {url}/admin/user/applicant_list
`,
    },
    several: {
      subject: '{count} applications wait for a decision at {site}',
      body: `These applications wait for a decision:

{names}

Decide at {url}/admin/user/applicant_list
`,
    },
    more: '- and {count} more',
  },
  /** To reviewers of datasets. */
  requestsWaiting: {
    one: {
      subject: 'A request for a dataset waits for a decision at {site}',
      body: `This request waits for a decision:

{names}

Decide at {url}/admin/access/requests
`,
    },
    several: {
      subject: '{count} requests for datasets wait for a decision at {site}',
      body: `These requests wait for a decision:

{names}

Decide at {url}/admin/access/requests
`,
    },
  },
  /** To administrators: problems that people report. */
  reported: {
    subject: 'Problems are reported at {site}: {count}',
    body: `People report problems with:

{names}

Read and answer them at {url}/admin/dataset/problems
`,
    more: '- and {count} more',
  },
  /** To administrators: files that are no longer handed out. */
  marked: {
    subject: 'Files of {site} are not handed out any more: {count}',
    body: `These files are not what they were when they were registered, so nobody gets them:

{names}

Who asks for one is answered 503. Put the file back as it was, and it is handed out again; or give the subset a new
file at {url}/admin/dataset/dataset_list
`,
    mark: {
      changed: 'changed',
      vanished: 'vanished',
      corrupt: 'damaged',
    },
    stored: 'a file in the store of the portal',
    more: '- and {count} more',
  },
  /** Reasons that the server gives by itself, kept with the decision. */
  reasons: {
    suspendedBefore: 'The access of this address was suspended before. Please write to the laboratory.',
  },
} as const;
