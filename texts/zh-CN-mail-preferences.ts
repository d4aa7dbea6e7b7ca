import type { tMailPreferences as en } from './en-mail-preferences.ts';
import type { Translated } from './languages.ts';

/** The words of `en-mail-preferences.ts` in simplified Chinese. */
export const tMailPreferences = {
  title: '关于文件更正的邮件',
  why: '您下载过的文件更正时，实验室会通知您。文件被撤回时，无论如何都会通知。',
  recalls: '我下载过的文件更正时通知我',
  failed: '无法保存。',
  notLoaded: '无法加载您的选择。',
} as const satisfies Translated<typeof en>;
