/** Characters of a link's token: 32 bytes in base64url. */
const WHOLE = 43;

/**
 * The token in an invitation's URL fragment, which is not sent to the server (threat 13); undefined where the link was
 * cut short on its way.
 */
export function inviteToken(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() ?? '';
  return token.length < WHOLE ? undefined : token;
}
