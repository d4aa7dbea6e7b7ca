/** What the form of a request may hold. A file of its own: the pages take no other objects from a file with schemas. */
export const requestLimits = {
  questions: 10,
  options: 20,
  answerCharacters: 5_000,
  /** Of the PDF of a file question, in bytes. */
  fileBytes: 10 * 1_024 * 1_024,
} as const;
