/** What the server says about what a dataset asks for besides an account: see zh-CN-messages.ts. */
export const zhCNMessagesAccess = {
  'This dataset asks for signed terms. Sign them on its page, then download.':
    '此数据集要求先签署条款。请在其页面上签署，然后下载。',
  'The terms of this dataset have changed since you signed. Sign them again on its page, then download.':
    '自您签署以来，此数据集的条款已更改。请在其页面上重新签署，然后下载。',
  'These are not the terms of this dataset any more. Read those that it asks for now, then sign.':
    '这些已不是此数据集的条款。请阅读它现在所要求的条款，然后签署。',
  'Type your name as your account has it: {name}': '请按您账户中的姓名填写：{name}',
  'Type your name.': '请填写您的姓名。',
  'Remove the invisible characters from the title: type it anew instead of pasting it.':
    '请去掉标题中的不可见字符：请手动输入，不要粘贴。',
  'The title must be well-formed Unicode: type it anew.': '标题必须是有效的 Unicode：请重新输入。',
  'Tick that you agree.': '请勾选表示同意。',
  'Write the text.': '请填写正文。',
  'The text is well-formed Unicode.': '正文必须是有效的 Unicode。',
  'These terms have come into use meanwhile, so your change makes a new version of them. Say whether those who have signed must sign again.':
    '在此期间这些条款已开始使用，因此您的修改会生成新版本。请说明已签署者是否须重新签署。',
  'Somebody else has changed these terms meanwhile. Load them again and repeat your change.':
    '其他人刚刚更改了这些条款。请重新加载后再次进行您的更改。',
  'Datasets still ask for these terms: {names}. Let them ask for others first.':
    '仍有数据集要求签署这些条款：{names}。请先让它们改用其他条款。',
  'Choose terms that exist.': '请选择现有的条款。',
  'Choose the terms to sign.': '请选择要签署的条款。',
  'Many documents are being written right now. Please try again in a moment.':
    '当前有许多文档正在生成。请稍后再试。',
} as const;
