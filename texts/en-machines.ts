/** Words in what the pages say to machines: search engines for datasets, and whoever shows a link's preview. */
export const t = {
  /** schema.org/conditionsOfAccess. */
  conditions:
    'Free of charge. Downloading needs an account, which is free, and whose owner the administrators of the portal approve.',
  /** Follows a description that is too short for search engines. */
  about: (title: string, modality: string, site: string) =>
    `${title} is a dataset of the modality ${modality}, handed out by ${site}.`,
} as const;
