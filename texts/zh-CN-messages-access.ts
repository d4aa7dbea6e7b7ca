/** What the server says about what a dataset asks for besides an account: see zh-CN-messages.ts. */
export const zhCNMessagesAccess = {
  'This dataset asks for signed terms. Sign them on its page, then download.':
    '此数据集要求先签署条款。请在其页面上签署，然后下载。',
  'The terms of this dataset have changed since you signed. Sign them again on its page, then download.':
    '自您签署以来，此数据集的条款已更改。请在其页面上重新签署，然后下载。',
} as const;
