/** Words in what the pages say to machines: search engines for datasets, and whoever shows a link's preview. */
export const t = {
  /** schema.org/conditionsOfAccess. */
  conditions:
    'Free of charge. Downloading needs an account, which is free, and whose owner the administrators of the portal approve.',
  /** Follows the conditions. */
  terms: 'The terms of the dataset are to be signed before.',
  /** Follows the conditions. */
  request:
    'Its files are asked for on the page of the dataset, and the laboratory decides about each person; terms of the dataset are to be signed, if it has any.',
  /** Follows the conditions. */
  embargo: (day: string) => `Files are handed out from ${day}, 00:00 UTC.`,
  /** In place of the conditions. */
  withdrawn: (reason: string) =>
    `Withdrawn: files are handed out no more.${reason === '' ? '' : ` Reason: ${reason}`}`,
  /** Follows a description that is too short for search engines. */
  about: (title: string, modality: string, site: string) =>
    `${title} is a dataset of the modality ${modality}, handed out by ${site}.`,
  fixity: {
    /** What the last checks of all files found: `3 files`, `4 days`. */
    verified: (count: number, files: string, days: string) =>
      `${count === 1 ? '' : 'All '}${files} verified at most ${days} ago`,
    damaged: (damaged: string, files: string) =>
      `${damaged} of ${files} damaged, changed or missing; the laboratory is told`,
  },
  /** A dataset's badge on other sites. */
  badge: {
    label: 'files verified',
    verified: (files: string, days: string) =>
      `${files} of ${files} within ${days} ${days === '1' ? 'day' : 'days'}`,
    failed: (failed: string, files: string) => `${failed} of ${files} failed`,
    none: 'no files yet',
  },
} as const;
