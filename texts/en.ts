/**
 * Every word people read, in English. `literal` holds the words that the specification fixes, odd ones included
 * (decisions §8): they are shown as they are; the right word is added beside them, never put in their place.
 */
export const en = {
  brand: 'Vitrine',
  literal: {
    wholeDataset: 'Whole dataset',
    subset: 'subset',
    dataList: 'Data list',
    dataName: 'Data name',
    desc: 'Desc',
    download: 'Download',
    document: 'Document',
    integrity: 'SAH-256',
    signInToDownload: 'your must sign in to download',
    changePassword: 'changePassword',
    logout: 'logout',
    serverConnectError: 'server connect error！',
    logoutConfirm: 'are you sure to log out and exit the system',
    systemPrompt: 'system prompt',
  },
  /** Reading pages: home and dataset detail. */
  home: {},
  detail: {},
  /** Sign-in, register and what follows. */
  account: {},
  /** The back office. */
  admin: {},
} as const;
