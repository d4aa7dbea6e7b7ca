import { en as reading } from './en-reading.ts';

/**
 * Every word people read, in English. `literal` holds the words that the specification fixes, odd ones included
 * (decisions §8): they are shown as they are; the right word is added beside them, never put in their place.
 */
export const en = {
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
    skip: 'Skip to content',
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
      optional: 'optional',
      missing: {
        email: 'Enter a plain e-mail address such as name@example.org.',
        validCode: 'Enter the code from the mail.',
        password: 'Use at least 12 characters.',
        firstName: 'Enter your first name.',
        familyName: 'Enter your family name.',
        affiliation: 'Enter your institution.',
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
      current: '(now)',
      upcoming: '',
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
    groups: { user: 'User management', dataset: 'Dataset management' },
    login: {
      title: 'Back office sign-in',
      username: 'E-mail',
      totp: 'One-time code',
      totpHint: 'The six digits of your authenticator app',
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
    home: {
      title: 'home',
      users: 'Users',
      applicants: 'Waiting for a decision',
      applicantsHint: (needsInfo: number) => `${needsInfo} of them asked for more information`,
      approved: 'Approved users',
      suspended: (count: number) => `${count} suspended`,
      total: (count: number) => `${count} registered in all`,
      downloads: 'Downloads',
      bytes: (size: string) => `${size} in all`,
      datasets: 'Datasets',
      modalities: 'Modalities',
      inModalities: (count: number) => (count === 1 ? 'in 1 modality' : `in ${count} modalities`),
      modality: 'Modality',
      mostDownloaded: 'Most downloaded',
      dataset: 'Dataset',
      volume: 'Volume',
      noDownloads: 'No downloads yet.',
      noDatasets: 'No datasets yet.',
      addFirst: 'Add the first dataset',
      failed: 'These figures could not be loaded.',
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
      purpose: 'Purpose',
      country: 'Country',
      registered: 'Registered',
      applied: 'Applied',
      reviewed: 'Decided',
      downloads: 'Downloads',
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
      actionOn: (action: string, name: string) => `${action} ${name}`,
      more: (name: string) => `More actions for ${name}`,
      details: 'Details',
      detailsOf: (name: string) => `Details of ${name}`,
      delete: 'Delete',
      selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
      approveSelected: 'Approve selected',
      clearSelection: 'Clear selection',
      done: {
        approved: (name: string) => `${name} is approved`,
        rejected: (name: string) => `${name} is rejected`,
        needs_info: (name: string) => `${name} is asked for information`,
        suspended: (name: string) => `${name} is suspended`,
      },
      several: (count: number) => (count === 1 ? '1 user' : `${count} users`),
      mailWaits: 'The mail goes out in 10 seconds.',
      undo: 'Undo',
      undone: 'Undone. No mail was sent.',
      someFailed: (count: number) => (count === 1 ? '1 was not changed' : `${count} were not changed`),
      reasonTitle: {
        rejected: (name: string) => `Reject ${name}`,
        needs_info: (name: string) => `Ask ${name} for information`,
        suspended: (name: string) => `Suspend ${name}`,
      },
      reasonSent: 'The reason is mailed to the person and kept in the timeline.',
      template: 'Template',
      ownWords: 'Own words',
      reason: 'Reason',
      reasonMissing: 'Give a reason.',
      templates: {
        rejected: [
          'Your affiliation could not be confirmed.',
          'The purpose you gave is outside the terms of use.',
          'This application repeats an earlier one.',
        ],
        needs_info: [
          'Please describe your project in a few sentences.',
          'Please apply with the e-mail address of your institution.',
          'Please name the person responsible for the project.',
        ],
        suspended: [
          'The terms of use were not kept.',
          'The account seems to be used by somebody else.',
          'Your institution asked us to end the access.',
        ],
      },
      deleteTitle: (name: string) => `Delete ${name}?`,
      deleteBody:
        'The account, its sessions and its links end at once. Download records stay, without the person. This cannot be undone.',
      deleted: (name: string) => `${name} is deleted`,
      timeline: 'Timeline',
      application: 'Application',
      approvedUntil: 'Approved until',
      step: (from: string, to: string) => `${from} → ${to}`,
      registeredStep: 'Registered',
      by: (name: string) => `by ${name}`,
      automatic: 'automatic',
      withdrawn: 'undone',
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
      pathHint: 'Left empty, it is made from name and version, e.g. brain-mri/1.0.zip',
      detail: 'Detail',
      detailHint: 'Shown on the dataset page. Markdown.',
      license: 'License',
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
      files: 'Data files',
      filesHint: 'Each becomes one row of the Data list.',
      filesCount: (count: number, size: string) =>
        count === 1 ? `1 file, ${size}` : `${count} files, ${size}`,
      tooManyFiles: (max: number) => `Choose at most ${max} files at once.`,
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
      published: (name: string) => `${name} is published`,
      withdrawn: (name: string) => `${name} is withdrawn`,
      withdrawTitle: (name: string) => `Withdraw ${name}?`,
      withdrawBody:
        'Its page then says that it is withdrawn, and downloads stop at once. You can publish it again.',
      delete: 'Delete',
      deleteTitle: (name: string) => `Delete ${name}?`,
      deleteBody:
        'It moves to the trash with all its files and is removed for good after 30 days. Download records stay.',
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
      add: 'Add files',
      upload: 'Upload files',
      added: (count: number) => (count === 1 ? '1 file was added' : `${count} files were added`),
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
      from: 'From',
      to: 'Before',
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
      export: 'Export CSV',
      exporting: 'Exporting …',
      exported: (size: string) => `Exported, ${size}`,
      exportFailed: 'The export did not finish.',
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
  },
  alreadyRegistered: {
    subject: 'You already have an account at {site}',
    body: `Somebody, probably you, wanted to register at {site} with this address. It has an account already.

Sign in at {url}/login, or set a new password at {url}/forgetPassword.

If this was not you, ignore this mail: nothing has changed.
`,
  },
  decision: {
    approved: {
      subject: 'You can now download from {site}',
      body: `Dear {firstName},

your application at {site} was approved. Sign in at {url}/login: the download links are on each dataset's page.
`,
    },
    rejected: {
      subject: 'Your application at {site} was not approved',
      body: `Dear {firstName},

your application at {site} was not approved. The reason:

{reason}

You can see where you stand when you sign in at {url}/login.
`,
    },
    needs_info: {
      subject: 'Your application at {site} needs more information',
      body: `Dear {firstName},

before we can decide on your application at {site}, we need to know more:

{reason}

You can see where you stand when you sign in at {url}/login.
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
} as const;
