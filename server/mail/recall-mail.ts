import type { RecallKind } from '../../contract/recalls.ts';
import { recallMails as en } from '../../texts/en-recall-mails.ts';
import type { Language } from '../../texts/languages.ts';
import { recallMails as zhCN } from '../../texts/zh-CN-recall-mails.ts';
import { fill, mail, type Person, type Site } from './mails.ts';
import type { Mail } from './outbox.store.ts';

const texts = { en, 'zh-CN': zhCN };

/** Files named in one mail; the rest are counted. */
const NAMED = 20;

/** A file's name is whatever somebody gave it: it stays on its line. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

interface AboutRecall {
  kind: RecallKind;
  /** Name and version. */
  dataset: string;
  what: string;
  reason: string;
  /** The version's page. */
  page: string;
  /** The files that the person holds. */
  files: readonly { path: string; partial: boolean }[];
  /** Where such mails are declined. */
  stop: string;
}

/** To somebody who downloaded recalled files, in their language (access.md, "Recall"). */
export function recallMail(site: Site, to: Person, language: Language, about: AboutRecall): Mail {
  const words = texts[language];
  const { kind, dataset, what, reason, page, stop, files } = about;
  const lines = files
    .slice(0, NAMED)
    .map(({ path, partial }) => `- ${oneLine(path)}${partial ? ` ${words.partly}` : ''}`);
  if (files.length > NAMED) lines.push(fill(words.more, { count: String(files.length - NAMED) }));
  const values = {
    firstName: to.firstName,
    dataset: oneLine(dataset),
    files: lines.join('\n'),
    what,
    reason,
    page,
    stop,
  };
  const letter = mail(site, to.email, words[kind], values, undefined, language);
  // Nobody can decline to be told of a withdrawal.
  return kind === 'withdrawn' ? letter : { ...letter, unsubscribe: stop };
}
