import type { letters as english } from './en-letters.ts';
import type { Translated } from './languages.ts';

/** See en-letters.ts. */
export const letters: Translated<typeof english> = {
  problemAnswer: {
    subject: '对您所报告的“{dataset}”问题的答复',
    body: `{firstName}，您好：

您在 {site} 报告了“{dataset}”的一个问题。实验室答复如下：

{answer}

您当时{file}写道：

{message}
`,
    file: '就文件 {path} ',
  },
  news: {
    subject: '“{dataset}”的新消息',
    digestSubject: '您在 {site} 关注的数据集的新消息',
    body: `{firstName}，您好：

您在 {site} 关注的内容有以下新消息：

{news}

关注其他数据集，或选择即时或每周接收消息：{settings}

不再接收此类邮件：{link}
`,
    line: {
      version: '{day}：版本 {version} 已发布。',
      opened: '{day}：版本 {version} 的文件现已开放下载。',
      withdrawn: '{day}：版本 {version} 已撤回。',
      again: '{day}：版本 {version} 已重新发布。',
    },
    embargo: '其文件自 {day} 起开放下载。',
    reason: '原因：{reason}',
  },
};
