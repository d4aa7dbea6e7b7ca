/** The words of asking for several people, for those who ask and those who are asked. A file of its own, with its pages. */
export const tGroups = {
  title: 'Ask for others as well',
  intro:
    'Does your group need the files too? We ask each person by mail. Who accepts takes over what you have sent and has a request of their own: each signs the terms alone, and the laboratory decides about each.',
  quiet: 'You see who accepts, and nothing of the others.',
  addresses: 'E-mail addresses, one a line',
  addressesHint: (most: number) =>
    `At most ${most} at a time. An address that has declined is not asked again.`,
  ask: 'Ask them',
  asked: 'They are asked. Who accepts is listed here.',
  missing: 'Enter an address.',
  noAddress: (line: number, text: string) =>
    `Line ${line}, “${text}”: enter an address such as name@example.org.`,
  inLine: (line: number, message: string) => `Line ${line}: ${message}`,
  tooMany: (most: number) => `Enter at most ${most} addresses at a time.`,
  failed: 'Who has joined could not be loaded.',
  seats: 'Who has joined',
  none: 'Nobody has joined yet.',
  since: (day: string) => `since ${day}`,
  /** Above the request of somebody who joined. */
  joined: (name: string) =>
    `${name} asked you to join. What was sent for the group counts for you too, with its documents; the laboratory decides about you yourself.`,
  later: 'Do others need the files too? Once your request is sent, you can ask for them here.',
  waiting: 'You can ask for others as soon as your account is approved.',
  ended: 'If your access ends, the access of those who joined stays: the laboratory decides about each.',
  own: (name: string) => `joined the request of ${name}`,
  page: {
    title: 'Join a request',
    failed: 'The invitation could not be loaded.',
    noToken: 'This link is not complete. Copy it whole from the mail.',
    over: 'This invitation was answered already, is too old, or the request that it belongs to is over.',
    overWhy: 'You can ask for access yourself on the page of the dataset.',
    home: 'All datasets',
    asks: (name: string, affiliation: string) =>
      `${name} (${affiliation}) asks you to join a request for access to`,
    until: (day: string) => `The invitation is good until ${day}.`,
    means: [
      'You need not fill in a form: what was sent for the group counts for you too.',
      'The laboratory and the person who asks then see your name, and the laboratory decides about you yourself.',
      'Where the dataset has terms, you sign them yourself.',
    ],
    as: (name: string, email: string) =>
      `You are signed in as ${name}, ${email}. Any account of yours will do.`,
    signInFirst: 'To accept, sign in or register. This page keeps the invitation meanwhile.',
    signIn: 'Sign in',
    register: 'Register',
    accept: 'Accept',
    decline: 'Decline',
    declineTitle: 'Decline this invitation?',
    declineMessage: 'This request never asks you again. Nobody is told.',
    declineYes: 'Decline',
    declineNo: 'Go back',
    accepted: (name: string) => `You have joined the request for ${name}.`,
    acceptedWhy: 'The laboratory will write to you.',
    see: 'See your request',
    declined: 'You have declined.',
    declinedWhy: 'Nobody is told, and this request never asks you again.',
  },
} as const;
