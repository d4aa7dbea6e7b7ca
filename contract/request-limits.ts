/** What the form of a request may hold. A file of its own: the pages take no other objects from a file with schemas. */
export const requestLimits = {
  questions: 10,
  options: 20,
  answerCharacters: 5_000,
  /** Of the PDF of a file question, in bytes. */
  fileBytes: 10 * 1_024 * 1_024,
} as const;

/** How many people one may ask to join a request. */
export const groupLimits = {
  /** In one call. */
  addresses: 20,
  /** By one request. */
  perRequest: 50,
  /** By one account in 24 hours, all its requests together. */
  perDay: 50,
  /** Mails to one address in 24 hours, whoever asks: further ones leave later. */
  mailsPerDay: 5,
  /** Days that a link is good. */
  days: 14,
} as const;
