import type { t as en } from './en-error-page.ts';
import type { Translated } from './languages.ts';

/** The words of `en-error-page.ts` in simplified Chinese. */
export const t = {
  titles: {
    signIn: '请重新登录',
    refused: '您无权访问此内容',
    missing: '此处没有内容',
    gone: '此内容已无法下载',
    later: '暂时不可用',
    broken: '出错了',
    other: '操作未成功',
  },
  again: '重试',
  backTo: (dataset) => `返回 ${dataset}`,
  home: '查看全部数据集',
  contact: '联系方式',
} as const satisfies Translated<typeof en>;
