/** The page that an error is where a browser opened a link of ours. The words of the error itself stand below the title. */
export const t = {
  titles: {
    signIn: 'Please sign in again',
    refused: 'This is not open to you',
    missing: 'There is nothing here',
    gone: 'This can no longer be downloaded',
    later: 'Not available right now',
    broken: 'Something went wrong',
    other: 'This did not work',
  },
  again: 'Try again',
  /** To a dataset's page, where fresh links are. */
  backTo: (dataset: string) => `Back to ${dataset}`,
  home: 'Go to all datasets',
  contact: 'Contact',
} as const;
