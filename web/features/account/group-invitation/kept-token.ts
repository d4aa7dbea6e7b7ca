/** Characters of a link's secret: 32 bytes in base64url. */
const WHOLE = 43;
/** Of this tab alone, and gone with it: while the invited signs in or registers, no address has the secret (threat 13). */
const KEY = 'group-invitation';

/**
 * The secret in the link's fragment, which is not sent to the server, or the one that this tab has kept; undefined where
 * the link was cut short.
 */
export function keptToken(hash: string): string | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim();
  if (given === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  if (given.length < WHOLE) return undefined;
  sessionStorage.setItem(KEY, given);
  return given;
}

export const forgetToken = (): void => sessionStorage.removeItem(KEY);
