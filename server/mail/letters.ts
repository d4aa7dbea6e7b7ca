import { letters as en } from '../../texts/en-letters.ts';
import type { Language } from '../../texts/languages.ts';
import { letters as zhCN } from '../../texts/zh-CN-letters.ts';
import { fill, mail, type Person, type Site } from './mails.ts';
import type { Mail } from './outbox.store.ts';

/** Mails to people about datasets, in their own language. */
const letters = { en, 'zh-CN': zhCN };

/** A file's name is whatever somebody typed: it stays on its line. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** The laboratory's answer to a report, with what was reported. */
export function problemAnswerMail(
  site: Site,
  to: Person,
  language: Language,
  report: { dataset: string; file: string | null; message: string; answer: string },
): Mail {
  const words = letters[language].problemAnswer;
  const file = report.file === null ? '' : fill(words.file, { path: oneLine(report.file) });
  const { dataset, message, answer } = report;
  const values = { firstName: to.firstName, dataset: oneLine(dataset), file, message, answer };
  return mail(site, to.email, words, values, undefined, language);
}
