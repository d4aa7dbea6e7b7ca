import type { tDifference as enDifference } from './en-difference.ts';
import type { Translated } from './languages.ts';

/** The words of `en-difference.ts` in simplified Chinese. */
export const tDifference = {
  kinds: { added: '新增', removed: '删除' },
  emptyLine: '空行',
  unchanged: (lines) => `${lines} 行未更改`,
  none: '两份文本相同。',
} as const satisfies Translated<typeof enDifference>;
