import { enMails } from '../../texts/en.ts';
import { type BuiltInKey, wrongValue } from '../configuration/index.ts';

/** The mails whose words a laboratory may write itself (decisions §7, "mail texts"), and what must stand in them. */
const mails = {
  codeRegister: { name: 'Mail: code to register', body: enMails.code.register.body, needs: ['code'] },
  codeReset: { name: 'Mail: code for a new password', body: enMails.code.reset.body, needs: ['code'] },
  codeConfirm: {
    name: 'Mail: code to confirm an address',
    body: enMails.code.confirm.body,
    needs: ['code'],
  },
  alreadyRegistered: { name: 'Mail: registered already', body: enMails.alreadyRegistered.body, needs: [] },
  approved: { name: 'Mail: approved', body: enMails.decision.approved.body, needs: [] },
  rejected: { name: 'Mail: rejected', body: enMails.decision.rejected.body, needs: ['reason'] },
  needs_info: { name: 'Mail: more is needed', body: enMails.decision.needs_info.body, needs: ['reason'] },
  suspended: { name: 'Mail: suspended', body: enMails.decision.suspended.body, needs: ['reason'] },
  reminder: { name: 'Mail: an approval ends soon', body: enMails.end.reminder.body, needs: [] },
  expired: { name: 'Mail: an approval has ended', body: enMails.end.expired.body, needs: [] },
} satisfies Record<string, { name: string; body: string; needs: string[] }>;
export type MailName = keyof typeof mails;

export const mailKey = (name: MailName): string => `mail.${name}`;

/** Stands below every mail. */
export const SIGNATURE = 'mail.signature';

const LONGEST = 5_000;
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** @throws AppError 400 for words that would leave a mail without what it is for, or with a gap in it */
function checkWords(words: string, known: readonly string[], needs: readonly string[]): string {
  const text = words.replace(/\r\n?/g, '\n').trim();
  if (text.length > LONGEST) throw wrongValue(`At most ${LONGEST} characters.`);
  if (/(?![\n\t])\p{Cc}/u.test(text)) throw wrongValue('Remove the invisible control characters.');
  const unknown = places(text).find((place) => !known.includes(place));
  if (unknown !== undefined) {
    throw wrongValue(`{${unknown}} is not known in this mail. These are: ${braced(known)}.`);
  }
  const absent = text === '' ? undefined : needs.find((place) => !places(text).includes(place));
  if (absent !== undefined) throw wrongValue(`{${absent}} must stand in it.`);
  return text;
}

const everywhere = ['site', 'url'];
const braced = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');
/** What may stand in a mail's body. */
const knownIn = (body: string): string[] => [...new Set([...everywhere, ...places(body)])];
const hintOf = (known: readonly string[], needs: readonly string[]): string =>
  [
    'Empty: the portal’s own words.',
    ...(needs.length > 0 ? [`Must hold ${braced(needs)}.`] : []),
    `May hold ${braced(known)}.`,
  ].join(' ');

/** Empty: the portal's own words. Subjects stay. */
export const mailKeys: BuiltInKey[] = [
  {
    key: SIGNATURE,
    name: 'Mail: signature',
    first: '',
    hint: `Stands below every mail. May hold ${braced(everywhere)}.`,
    isPublic: false,
    check: (words) => checkWords(words, everywhere, []),
  },
  ...Object.entries(mails).map(([name, { name: forPeople, body, needs }]) => ({
    key: mailKey(name as MailName),
    name: forPeople,
    first: '',
    hint: hintOf(knownIn(body), needs),
    isPublic: false,
    check: (words: string) => checkWords(words, knownIn(body), needs),
  })),
];
