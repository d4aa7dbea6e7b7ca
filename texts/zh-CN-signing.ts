import type { tSigning as enSigning } from './en-signing.ts';
import type { Translated } from './languages.ts';

/** The words of `en-signing.ts` in simplified Chinese. */
export const tSigning = {
  title: (title, version) => `${title}，第 ${version} 版`,
  close: '关闭',
  loading: '正在加载条款',
  failed: '条款加载失败。',
  text: '条款全文',
  changesSigned: (version, day) => `自您于 ${day} 签署第 ${version} 版以来的更改`,
  changesRead: '与您刚才阅读的文本相比的更改',
  changedMeanwhile: (version) =>
    `您阅读期间条款已更改。下面是第 ${version} 版及其更改之处。您填写的姓名已保留：请阅读后重新勾选并签署。`,
  name: '请按账号中的写法填写您的姓名：',
  agree: '我已阅读并同意这些条款。',
  kept: '以下内容将作为凭证保存：本文本、您的姓名、邮箱、所属机构、网络地址和签署时间。删除账号后仍会保留。',
  missing: { name: '请填写您的姓名。', agreed: '请勾选表示同意。' },
  sign: '签署',
  signAndDownload: (size) => `签署并下载 · ${size}`,
  signOnly: '仅签署',
  signing: '正在签署',
  signed: (title, version) => `您已签署“${title}”第 ${version} 版。`,
  agreement: '在您的账号中查看',
  linksFailed: '已签署，但下载链接加载失败。',
  signIn: '登录后签署',
  register: '注册',
} as const satisfies Translated<typeof enSigning>;
