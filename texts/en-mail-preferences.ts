/** The words of the account page about mails that are optional. */
export const tMailPreferences = {
  title: 'Mails about corrected files',
  why: 'When files that you downloaded are corrected, the laboratory tells you. When they are withdrawn, it does so in any case.',
  recalls: 'Tell me when files that I downloaded are corrected',
  failed: 'This could not be saved.',
  notLoaded: 'Your choice could not be loaded.',
} as const;
