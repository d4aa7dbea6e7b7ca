import type { tSpans as enSpans } from './en-spans.ts';
import type { Translated } from './languages.ts';

/** The words of `en-spans.ts` in simplified Chinese. */
export const tSpans = {
  ago: {
    now: '刚刚',
    minute: ['分钟', '分钟'],
    hour: ['小时', '小时'],
    day: ['天', '天'],
    of: (time) => `${time}前`,
  },
  wait: {
    usually: (time) => `通常需要 ${time}`,
    underHour: '不到 1 小时',
    hour: ['小时', '小时'],
    day: ['天', '天'],
  },
} as const satisfies Translated<typeof enSpans>;
