import { type AdminRole, invitationLink } from '../../contract/administrators.ts';
import type { UserStatus } from '../../contract/session.ts';
import { enMails } from '../../texts/en.ts';
import type { Language } from '../../texts/languages.ts';
import type { Queries } from '../database/index.ts';
import { mailHtml } from './mail-html.ts';
import { type MailName, mailKey, SIGNATURE } from './mail-texts.ts';
import type { Mail } from './outbox.store.ts';

/** Puts values into a text's `{name}` places. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

export interface Site {
  name: string;
  publicUrl: string;
  /** What the laboratory wrote itself, by configuration key; empty or absent: the catalogue's words. */
  texts?: ReadonlyMap<string, string>;
}

export interface FaultyFile {
  mark: 'changed' | 'vanished' | 'corrupt';
  markedAt: number;
  /** The file's path on the server's disk; null: it lies in the store. */
  source: string | null;
}

/** The site as it is called now, or within a transaction. */
export type SiteOf = (queries?: Queries) => Promise<Site>;

export interface Person {
  email: string;
  firstName: string;
}

/** To make one takes as long as a query, and a round of reminders writes many mails. */
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const day = (time: number): string => days.format(time);

/**
 * A mail from words of the catalogue, as plain text and as HTML; `{site}` and `{url}` are known to all of them.
 * @param name of a mail whose body the laboratory may have written itself
 */
export function mail(
  site: Site,
  to: string,
  words: { subject: string; body: string },
  values: Record<string, string> = {},
  name?: MailName,
  language: Language = 'en',
): Mail {
  const known = { site: site.name, url: site.publicUrl, ...values };
  // One line, whatever somebody named a site (threat 27).
  const subject = fill(words.subject, known).replace(/\p{Cc}+/gu, ' ');
  const own = name === undefined ? undefined : site.texts?.get(mailKey(name));
  const signature = site.texts?.get(SIGNATURE);
  const body = [own ? `${own}\n` : words.body, ...(signature ? [`${signature}\n`] : [])]
    .map((part) => fill(part, known))
    .join('\n');
  return {
    to,
    subject,
    body,
    html: mailHtml({ siteName: site.name, publicUrl: site.publicUrl, language, subject, body }),
  };
}

const codeMails = { register: 'codeRegister', reset: 'codeReset', confirm: 'codeConfirm' } as const;

export const codeMail = (site: Site, to: string, purpose: keyof typeof codeMails, code: string): Mail =>
  mail(site, to, enMails.code[purpose], { code }, codeMails[purpose]);

/** The one-time link of a new administrator. */
export const invitationMail = (
  site: Site,
  to: string,
  { role, by, token, until }: { role: AdminRole; by: string; token: string; until: number },
): Mail =>
  mail(site, to, enMails.invitation, {
    role,
    by,
    link: invitationLink(site.publicUrl, token),
    until: day(until),
  });

/** To a registered address that asked to register: no code, but a way on. */
export const alreadyRegisteredMail = (site: Site, to: string): Mail =>
  mail(site, to, enMails.alreadyRegistered, {}, 'alreadyRegistered');

/** @param until the approval's end in ms; null: none */
export function decisionMail(
  site: Site,
  to: Person,
  status: UserStatus,
  reason: string | null,
  until: number | null = null,
): Mail | undefined {
  const words = enMails.decision;
  if (!(status in words)) return undefined;
  const name = status as keyof typeof words;
  const values = {
    firstName: to.firstName,
    reason: reason ?? '',
    until: until === null ? '' : fill(enMails.until, { date: day(until) }),
  };
  return mail(site, to.email, words[name], values, name);
}

/** That an approval ends soon, or has ended. */
export const endMail = (site: Site, to: Person, when: 'reminder' | 'expired', until: number): Mail =>
  mail(site, to.email, enMails.end[when], { firstName: to.firstName, date: day(until) }, when);

/** Names in one notice; the rest is counted. */
const NAMED = 20;

/** To a reviewer: requests that wait for a decision. */
export function requestsWaitingMail(
  site: Site,
  to: string,
  waiting: { name: string; affiliation: string; datasetName: string }[],
): Mail {
  const lines = waiting
    .slice(0, NAMED)
    .map(({ name, affiliation, datasetName }) => `- ${datasetName}: ${name}, ${affiliation}`);
  if (waiting.length > NAMED)
    lines.push(fill(enMails.waiting.more, { count: String(waiting.length - NAMED) }));
  const words = waiting.length === 1 ? enMails.requestsWaiting.one : enMails.requestsWaiting.several;
  return mail(site, to, words, { count: String(waiting.length), names: lines.join('\n') });
}

/** To an administrator: applications that wait for a decision. */
export function waitingMail(site: Site, to: string, waiting: { name: string; affiliation: string }[]): Mail {
  const lines = waiting.slice(0, NAMED).map(({ name, affiliation }) => `- ${name}, ${affiliation}`);
  if (waiting.length > NAMED) {
    lines.push(fill(enMails.waiting.more, { count: String(waiting.length - NAMED) }));
  }
  const words = waiting.length === 1 ? enMails.waiting.one : enMails.waiting.several;
  return mail(site, to, words, { count: String(waiting.length), names: lines.join('\n') });
}

/** To an administrator: versions with which people report problems; what they wrote stays in the back office. */
export function reportedMail(site: Site, to: string, versions: readonly string[]): Mail {
  const words = enMails.reported;
  // A name is whatever somebody gave it: it must not begin a line of its own.
  const lines = versions.slice(0, NAMED).map((version) => `- ${version.replace(/\p{Cc}+/gu, ' ')}`);
  if (versions.length > NAMED) {
    lines.push(fill(words.more, { count: String(versions.length - NAMED) }));
  }
  return mail(site, to, words, { count: String(versions.length), names: lines.join('\n') });
}

/** To an administrator: files that are marked, so that nobody gets them. */
export function faultsMail(site: Site, to: string, marked: readonly FaultyFile[]): Mail {
  const words = enMails.marked;
  const lines = marked
    .slice(0, NAMED)
    // A file's name is whatever somebody gave it: it must not begin a line of its own.
    .map(
      ({ mark, source }) => `- ${words.mark[mark]}: ${(source ?? words.stored).replace(/\p{Cc}+/gu, ' ')}`,
    );
  const count = String(marked.length);
  if (marked.length > NAMED) lines.push(fill(words.more, { count: String(marked.length - NAMED) }));
  return mail(site, to, words, { count, names: lines.join('\n') });
}
