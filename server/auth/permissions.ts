/** The permission tags of each administrator role (decisions §2). `*` as a segment is a wildcard. */
const roles: Record<string, string[]> = {
  owner: ['*:*:*'],
  reviewer: ['user:*:*', 'record:*:read', 'signature:*:read'],
  curator: ['dataset:*:*', 'terms:*:*', 'signature:*:read', 'record:*:read', 'job:*:*'],
  auditor: ['*:*:read'],
  // What they review says `dataset_reviewers` (access.md, "Requests").
  none: [],
};

export const tagsOf = (role: string): string[] => (Object.hasOwn(roles, role) ? (roles[role] ?? []) : []);

/** Whether one of the held tags grants the wanted one, segment by segment. */
export function grants(held: readonly string[], wanted: string): boolean {
  const want = wanted.split(':');
  return held.some((tag) => {
    const parts = tag.split(':');
    return parts.length === want.length && parts.every((part, i) => part === '*' || part === want[i]);
  });
}
