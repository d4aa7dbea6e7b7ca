/** The words of the panel in which the terms of a dataset are read and signed: it is loaded when it is opened. */
export const tSigning = {
  title: (title: string, version: number) => `${title}, version ${version}`,
  close: 'Close',
  loading: 'Loading the terms',
  failed: 'The terms could not be loaded.',
  text: 'The terms in full',
  changesSigned: (version: number, day: string) => `New since version ${version}, which you signed on ${day}`,
  changesRead: 'New since the text that you have just read',
  changedMeanwhile: (version: number) =>
    `The terms changed while you were reading. Below is version ${version}, with what is new. Your name is kept: read, tick again and sign.`,
  /** The account's name follows. */
  name: 'Type your name as your account has it:',
  agree: 'I have read these terms and agree to them.',
  kept: 'Kept as evidence: this text, your name, e-mail address, affiliation and network address, and the time. It stays when you delete your account.',
  missing: { name: 'Type your name.', agreed: 'Tick that you agree.' },
  sign: 'Sign',
  signAndDownload: (size: string) => `Sign and download · ${size}`,
  signOnly: 'Only sign',
  signing: 'Signing',
  signed: (title: string, version: number) => `You have signed “${title}”, version ${version}.`,
  agreement: 'See it in your account',
  linksFailed: 'It is signed, but the links could not be loaded.',
  signIn: 'Sign in to sign',
  register: 'Register',
} as const;
