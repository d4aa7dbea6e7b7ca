/** What a version's page tells of recalls. A file of its own: few pages have any. */
export const tRecallNotice = {
  all: 'all files',
  corrected: (files: string, day: string) =>
    `Recalled on ${day}: ${files}, corrected since. Please use the corrected ones.`,
  withdrawn: (files: string, day: string) =>
    `Recalled on ${day}: ${files}, withdrawn. Please do not use copies of them.`,
  reason: 'Reason',
  /** A link to that version follows. */
  inVersion: 'The corrected files are in',
} as const;
