/** Administrators and their institutions: a file of its own, so that the users’ account page does not carry it. */
export const tAdminInstitutions = {
  intro: 'Sign in to the back office with your institution beside the password.',
  introOneFactor:
    'Sign in to the back office with your institution beside the password. Without two-step sign-in here, it must ask you for a second factor itself.',
  worksNoMore: 'It signs no administrators in any more.',
  unlinkBody: 'You do not sign in to the back office with it any more. Sessions go on.',
  password: 'Your back office password',
  codeMissing: 'Enter the code.',
  code: 'One step more',
  codeBody: (name: string) => `${name} says who you are. Now enter a code of two-step sign-in.`,
  linkBody: (who: string) =>
    `From then on you also sign in to the back office as ${who}. Confirm that this administrator account is yours.`,
  linked: (name: string) => `${name} is linked already`,
  linkedBody: 'This sign-in opens an administrator account here. Each opens one.',
  notAsked: 'Nobody asked for this link here',
  notAskedBody: (name: string) =>
    `Another page may have sent you here, or it took more than 10 minutes. Nothing was linked. If you want to link ${name}, press its button under your name in the back office, and stay in that tab.`,
  account: 'To your account',
  toSignIn: 'Back office sign-in',
  unknown: (name: string) => `${name} opens no administrator account here`,
  unknownBody:
    'Nobody has linked this sign-in. Sign in with your password first, then link it under your name in the back office.',
  disabled: 'This administrator account is disabled',
  disabledBody: 'An owner of the portal can enable it again.',
  oneFactor: 'A second factor is missing',
  oneFactorBody: (name: string) =>
    `${name} asked you for none, and two-step sign-in is off here. Sign in with your password and turn it on under your name, or have ${name} ask for one.`,
  oneFactorLink: (name: string) =>
    `${name} asked you for none, and two-step sign-in is off here. Turn it on above, then link ${name} again.`,
  understood: 'Understood',
  done: (name: string) => `${name} is linked.`,
} as const;
