/** What each administrator role may do (decisions §2). `*` in a place grants all of it. */
const roles: Record<string, string[]> = {
  owner: ['*:*:*'],
  reviewer: ['user:*:*', 'record:*:read'],
  curator: ['dataset:*:*', 'record:*:read', 'job:*:*'],
  auditor: ['*:*:read'],
};

export const tagsOf = (role: string): string[] => (Object.hasOwn(roles, role) ? (roles[role] ?? []) : []);

/** Whether one of the held tags grants the wanted one, place by place. */
export function grants(held: readonly string[], wanted: string): boolean {
  const want = wanted.split(':');
  return held.some((tag) => {
    const parts = tag.split(':');
    return parts.length === want.length && parts.every((part, i) => part === '*' || part === want[i]);
  });
}
