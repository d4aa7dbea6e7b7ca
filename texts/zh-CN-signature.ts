import type { t as en } from './en-signature.ts';
import type { Translated } from './languages.ts';

/** The words of `en-signature.ts` in simplified Chinese. */
export const t = {
  title: '已签署的条款',
  dataset: '数据集',
  terms: '条款',
  version: (version) => `第 ${version} 版`,
  name: '签署人',
  email: '电子邮件',
  affiliation: '所属机构',
  signedAt: '签署时间',
  ip: '签署时的网络地址',
  portal: '门户',
  sha256: '正文的 SHA-256',
  id: '签署编号',
  seal: '封印',
  keyId: '封印的密钥',
  holds: '生成本文档时已核对封印：签署和正文与封存时一致。',
  fails: '封印不符：签署或正文在签署之后被更改过。',
  text: '所签署的内容',
  attached: '供程序读取的同样内容已附于本文档：`signature.json`。',
  page: (page, of) => `第 ${page} 页，共 ${of} 页`,
} as const satisfies Translated<typeof en>;
