import { t } from '#texts';

/** A role's name for people; one that we do not know shows as it is. */
export const roleName = (role: string): string =>
  Object.hasOwn(t.admin.roles, role) ? t.admin.roles[role as keyof typeof t.admin.roles].name : role;
