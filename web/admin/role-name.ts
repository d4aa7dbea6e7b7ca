import { t } from '#texts';

/** A role's label; an unknown role is shown as it is. */
export const roleName = (role: string): string =>
  Object.hasOwn(t.admin.roles, role) ? t.admin.roles[role as keyof typeof t.admin.roles].name : role;
