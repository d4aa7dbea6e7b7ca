/** Sign-in with the institution: a file of its own, so that only its pages carry it. */
export const tInstitutions = {
  /** Before the links, below the form. */
  or: 'Or without a password',
  /** Before them, above the form. */
  instead: 'Without a password, by your institution',
  signInWith: (name: string) => `Sign in with ${name}`,
  proof: {
    password: 'Your password',
    missing: 'Enter your password.',
    code: 'Code from the mail',
    codeHint: '8 digits',
    codeMissing: 'Enter the code from the mail.',
    send: 'Send code',
    sendAgain: 'Send code again',
    sendAgainIn: (seconds: number) => `Again in ${seconds} s`,
    willSend: (email: string) => `We send a code to ${email}, to be sure that it is you.`,
    sent: (email: string) => `A code is on its way to ${email}. It is good for 10 minutes.`,
    byCode: 'Use a code by mail instead',
    byPassword: 'Use the password instead',
  },
  steps: {
    busy: 'Signing in',
    busyBody: 'One moment.',
    over: 'This did not work',
    anew: 'Back to sign-in',
    passwordWorks: 'Signing in with your password works as before.',
    account: 'To your account',
    linked: (name: string) => `${name} is linked already`,
    linkedBody: 'You can sign in with it.',
    link: (name: string) => `Link ${name}`,
    /** `who`: what the institution says of the person; empty: nothing. */
    linkBody: (name: string, who: string) =>
      `From then on you also sign in with ${name}${who && `, as ${who}`}. Confirm that this account is yours.`,
    linkSubmit: 'Link it',
    confirm: 'You have an account here',
    confirmBody: (name: string, email: string) =>
      `${name} says that ${email} is yours, and there is an account with this address. Confirm once that it is yours: from then on you sign in with ${name}.`,
    confirmSubmit: 'Confirm and sign in',
    address: 'Which address is yours?',
    addressBody: (name: string) =>
      `${name} tells us no confirmed e-mail address. Enter yours; we send a code to it.`,
    addressSubmit: 'Go on',
    register: 'Apply for access',
    registerBody: (name: string, email: string) =>
      `${name} says who you are: ${email}. Tell the laboratory what you need the data for.`,
    vouched: (name: string, affiliation: string) =>
      `${name} vouches for ${affiliation}. The laboratory sees that.`,
    registerSubmit: 'Send application',
  },
  failures: {
    unavailable: {
      title: 'The institution does not answer',
      body: 'Its sign-in could not be reached. Try again in a few minutes.',
    },
    denied: { title: 'You turned back', body: 'The institution was not allowed to say who you are.' },
    expired: {
      title: 'This sign-in took too long',
      body: 'It is good for 10 minutes, in the browser that began it, with cookies allowed. Start it again.',
    },
    replayed: {
      title: 'This sign-in was used already',
      body: 'Each works once, for instance not again by the back button. Start it again.',
    },
    audience: {
      title: 'The institution answered for somebody else',
      body: 'Its answer was made for another website, so we did not take it. Tell the laboratory.',
    },
    signature: {
      title: 'The institution’s answer is not signed rightly',
      body: 'Perhaps it has just changed its keys. Try again in a few minutes; if that does not help, tell the laboratory.',
    },
    clock: {
      title: 'The clocks differ',
      body: 'The institution’s clock and ours are minutes apart, so its answer cannot be trusted. Tell the laboratory.',
    },
    invalid: {
      title: 'The institution’s answer cannot be used',
      body: 'Start the sign-in again; if that does not help, tell the laboratory.',
    },
    administrators: {
      title: 'This institution signs no administrators in',
      body: 'The portal’s settings do not name it for the back office.',
    },
  },
  /** Of the back office. */
  own: {
    title: 'Institutions',
    intro: 'Sign in with your institution or ORCID beside the password.',
    none: 'Nothing linked yet',
    noneWhy: 'Link one, and you need no password here.',
    link: (name: string) => `Link ${name}`,
    linkedOn: (day: string) => `linked ${day}`,
    used: (time: string) => `last used ${time}`,
    unused: 'not used yet',
    vouches: (affiliation: string) => `vouches for ${affiliation}`,
    unlink: 'Unlink',
    unlinkOf: (name: string, subject: string) => `Unlink ${name}, ${subject}`,
    unlinkTitle: (name: string) => `Unlink ${name}?`,
    unlinkBody: 'You do not sign in with it any more. Sessions go on.',
    unlinkLast:
      'You do not sign in with it any more, and you have no password: you would set one by “Reset your password”. Sessions go on.',
    keep: 'Keep it',
    failed: 'Your institutions could not be loaded.',
    setPassword: 'Set a password',
  },
} as const;
