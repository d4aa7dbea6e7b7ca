import { createHmac, timingSafeEqual } from 'node:crypto';
import { stopMails } from '../../../contract/recalls.ts';

/**
 * Links in mails that decline further ones without signing in: `<account>.<HMAC-SHA-256>`, so that nobody declines for
 * others, and nothing of it is in the database.
 * @param key the secret named `ticket`; what is signed here can be no ticket's id
 */
export function stopLinks(key: string) {
  const sign = (userId: string): string =>
    createHmac('sha256', key).update(`no mails about corrected files: ${userId}`).digest('base64url');

  return {
    linkFor: (publicUrl: string, userId: string): string =>
      `${publicUrl}${stopMails.path}?token=${encodeURIComponent(`${userId}.${sign(userId)}`)}`,

    /** The account that a token is for; undefined for a forged or incomplete one. */
    accountOf(token: string): string | undefined {
      const dot = token.lastIndexOf('.');
      const userId = token.slice(0, Math.max(dot, 0));
      const given = Buffer.from(token.slice(dot + 1));
      const right = Buffer.from(sign(userId));
      return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined;
    },
  };
}

export type StopLinks = ReturnType<typeof stopLinks>;
