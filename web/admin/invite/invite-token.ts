/** The token in an invitation's URL fragment, which is not sent to the server (threat 13). */
export const inviteToken = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() || undefined;
