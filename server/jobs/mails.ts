import type { UserStatus } from '../../contract/session.ts';
import { enMails } from '../../texts/en.ts';
import type { Mail } from './outbox.store.ts';

/** Puts values into a text's `{name}` places. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

interface Site {
  name: string;
  publicUrl: string;
}

const mail = (
  to: string,
  words: { subject: string; body: string },
  values: Record<string, string>,
): Mail => ({
  to,
  subject: fill(words.subject, values),
  body: fill(words.body, values),
});

export const codeMail = (site: Site, to: string, purpose: 'register' | 'reset', code: string): Mail =>
  mail(to, enMails.code[purpose], { site: site.name, url: site.publicUrl, code });

/** To a registered address that asked to register: no code, but a way on. */
export const alreadyRegisteredMail = (site: Site, to: string): Mail =>
  mail(to, enMails.alreadyRegistered, { site: site.name, url: site.publicUrl });

export function decisionMail(
  site: Site,
  to: { email: string; firstName: string },
  status: UserStatus,
  reason: string | null,
): Mail | undefined {
  const words = enMails.decision;
  if (!(status in words)) return undefined;
  return mail(to.email, words[status as keyof typeof words], {
    site: site.name,
    url: site.publicUrl,
    firstName: to.firstName,
    reason: reason ?? '',
  });
}
