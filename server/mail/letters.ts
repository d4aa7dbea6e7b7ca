import { unfollowPage, unfollowUrl } from '../../contract/follows.ts';
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

/** One piece of news of a followed dataset. */
interface News {
  kind: keyof typeof en.news.line;
  at: number;
  version: string;
  /** `YYYY-MM-DD` of a version whose files come later; null: none. */
  embargoUntil: string | null;
  withdrawnReason: string;
}

interface NewsFor extends Person {
  language: Language;
  datasets: readonly { name: string; slug: string; news: readonly News[] }[];
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

function lineOf(words: (typeof letters)[Language]['news'], one: News): string {
  const { kind, at, version, embargoUntil, withdrawnReason } = one;
  const line = fill(words.line[kind], { day: day(at), version: oneLine(version) });
  const more: string[] = [];
  if (kind === 'version' && embargoUntil !== null && embargoUntil > day(at)) {
    more.push(fill(words.embargo, { day: embargoUntil }));
  }
  if (kind === 'withdrawn' && withdrawnReason !== '') {
    more.push(fill(words.reason, { reason: oneLine(withdrawnReason) }));
  }
  return [line, ...more].join(' ');
}

/**
 * News of the datasets that somebody follows, each with its permanent address, and two ways to end them: the mail
 * program's own and a link.
 */
export function newsMail(site: Site, { email, firstName, language, datasets }: NewsFor, token: string): Mail {
  const words = letters[language].news;
  const parts = datasets.map(({ name, slug, news }) =>
    [
      oneLine(name),
      ...news.map((one) => `- ${lineOf(words, one)}`),
      `${site.publicUrl}/d/${encodeURIComponent(slug)}`,
    ].join('\n'),
  );
  const [only, ...others] = datasets;
  const subject = only && others.length === 0 ? words.subject : words.digestSubject;
  const values = {
    firstName,
    dataset: oneLine(only?.name ?? ''),
    news: parts.join('\n\n'),
    settings: `${site.publicUrl}/account#follows`,
    link: site.publicUrl + unfollowPage(token),
  };
  return {
    ...mail(site, email, { subject, body: words.body }, values, undefined, language),
    unsubscribe: unfollowUrl(site.publicUrl, token),
  };
}
