import type { t as en } from './en-machines.ts';
import type { Translated } from './languages.ts';

/** The words of `en-machines.ts` in simplified Chinese. */
export const t = {
  conditions: '免费。下载需要注册账号；注册免费，账号须经门户管理员批准。',
  about: (title, modality, site) => `${title} 是模态为 ${modality} 的数据集，由 ${site} 提供。`,
} as const satisfies Translated<typeof en>;
