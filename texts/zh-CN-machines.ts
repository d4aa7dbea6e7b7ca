import type { t as en } from './en-machines.ts';
import type { Translated } from './languages.ts';

/** The words of `en-machines.ts` in simplified Chinese. */
export const t = {
  conditions: '免费。下载需要注册账号；注册免费，账号须经门户管理员批准。',
  terms: '下载前须签署该数据集的条款。',
  request: '须在该数据集的页面上申请使用其文件，由实验室逐人审批；如有条款，还须签署。',
  embargo: (day) => `文件自 ${day} 00:00 UTC 起提供。`,
  withdrawn: (reason) => `已撤回，不再提供文件。${reason === '' ? '' : `原因：${reason}`}`,
  about: (title, modality, site) => `${title} 是模态为 ${modality} 的数据集，由 ${site} 提供。`,
  fixity: {
    verified: (_count, files, days) => `全部 ${files}在 ${days}内校验无误`,
    damaged: (damaged, files) => `${files}中 ${damaged} 个损坏、更改或缺失；实验室会收到通知`,
  },
  badge: {
    label: '文件校验',
    verified: (files, days) => `${files}/${files}，${days} 天内`,
    failed: (failed, files) => `${files} 个中 ${failed} 个未通过`,
    none: '暂无文件',
  },
} as const satisfies Translated<typeof en>;
