import type { recallMails as english } from './en-recall-mails.ts';
import type { Translated } from './languages.ts';

/** See en-recall-mails.ts. */
export const recallMails: Translated<typeof english> = {
  corrected: {
    subject: '文件已更正：{dataset}',
    body: `{firstName}，您好：

您从 {site} 下载过“{dataset}”的下列文件，这些文件后来已更正：

{files}

更正内容：

{what}

原因：

{reason}

今后请使用更正后的文件：{page}

如果不想再收到关于文件更正的邮件：{stop}
`,
  },
  withdrawn: {
    subject: '文件已撤回：{dataset}',
    body: `{firstName}，您好：

您从 {site} 下载过“{dataset}”的下列文件，这些文件已被撤回：

{files}

变更内容：

{what}

原因：

{reason}

请不要再使用这些文件。数据集页面：{page}
`,
  },
  partly: '（只下载了一部分）',
  more: '- 另有 {count} 个文件',
  stop: {
    title: '关于文件更正的邮件',
    ask: '您下载过的文件更正时，不再给您发邮件吗？文件被撤回时仍会通知您。',
    confirm: '不再发送这类邮件',
    done: '您不会再收到关于文件更正的邮件。您可以在账户页面重新开启。',
    wrong: '这个链接不完整。您可以在账户页面关闭这类邮件。',
    home: '返回目录',
  },
};
