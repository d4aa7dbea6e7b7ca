/** The token of an invitation's link. It stands behind `#`, which is not sent to the server (threat 13). */
export const inviteToken = (hash: string): string | undefined =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() || undefined;
