import type { tRecallNotice as english } from './en-recall-notice.ts';
import type { Translated } from './languages.ts';

/** See en-recall-notice.ts. */
export const tRecallNotice: Translated<typeof english> = {
  all: '全部文件',
  corrected: (files, day) => `${day} 召回：${files}，现已更正。请使用更正后的文件。`,
  withdrawn: (files, day) => `${day} 召回：${files}，已撤回。请不要再使用这些文件的副本。`,
  reason: '原因',
  inVersion: '更正后的文件在',
};
