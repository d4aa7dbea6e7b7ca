import type { RequestStatus } from '../../contract/access.ts';
import { groupInvitationLink } from '../../contract/groups.ts';
import { requestMails as en } from '../../texts/en-request-mails.ts';
import type { Language } from '../../texts/languages.ts';
import { requestMails as zhCN } from '../../texts/zh-CN-request-mails.ts';
import { fill, mail, type Person, type Site } from './mails.ts';
import type { Mail } from './outbox.store.ts';

const texts = { en, 'zh-CN': zhCN };

/** To make one takes as long as a query, and a round of reminders writes many mails. */
const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  'zh-CN': new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' }),
};

/** Who asks, and the language of mails to them: that of their last sign-in; absent: English. */
interface Asker extends Person {
  language?: string | null;
}

/** What is asked for. */
interface AskedDataset {
  datasetName: string;
  slug: string;
}

const languageOf = ({ language }: Asker): Language => (language === 'zh-CN' ? 'zh-CN' : 'en');

/** A dataset's name is whatever somebody gave it: it stays on its line. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** What every mail about a request says. */
const known = (site: Site, to: Asker, { datasetName, slug }: AskedDataset) => ({
  firstName: to.firstName,
  dataset: oneLine(datasetName),
  page: `${site.publicUrl}/d/${encodeURIComponent(slug)}`,
  account: `${site.publicUrl}/account#requests`,
});

/** A decision on a request for a dataset. `draft` and `pending` are nobody's decision. */
export function requestMail(
  site: Site,
  to: Asker,
  request: AskedDataset & { status: RequestStatus; reason: string | null; until: number | null },
): Mail | undefined {
  const language = languageOf(to);
  const words = texts[language];
  const { status, reason, until } = request;
  if (!(status in words.decision)) return undefined;
  const values = {
    ...known(site, to, request),
    reason: reason ?? '',
    until: until === null ? '' : fill(words.until, { date: days[language].format(until) }),
  };
  const letter = words.decision[status as keyof typeof words.decision];
  return mail(site, to.email, letter, values, undefined, language);
}

/** That a grant ends soon, or has ended. */
export function requestEndMail(
  site: Site,
  to: Asker & Partial<AskedDataset>,
  when: 'reminder' | 'expired',
  until: number,
): Mail {
  const language = languageOf(to);
  const values = {
    ...known(site, to, { datasetName: to.datasetName ?? '', slug: to.slug ?? '' }),
    date: days[language].format(until),
  };
  return mail(site, to.email, texts[language].end[when], values, undefined, language);
}

/** Asks somebody, of whom only the address is known, to join a request: in the language of who asks. */
export function groupMail(
  site: Site,
  to: string,
  language: Language,
  {
    name,
    affiliation,
    datasetName,
    token,
    until,
  }: { name: string; affiliation: string; datasetName: string; token: string; until: number },
): Mail {
  const values = {
    asker: oneLine(name),
    affiliation: oneLine(affiliation),
    dataset: oneLine(datasetName),
    link: groupInvitationLink(site.publicUrl, token),
    date: days[language].format(until),
  };
  return mail(site, to, texts[language].group, values, undefined, language);
}
