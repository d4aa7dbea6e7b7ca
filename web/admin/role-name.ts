import { en } from '../../texts/en.ts';

/** A role's name for people; one that we do not know shows as it is. */
export const roleName = (role: string): string =>
  Object.hasOwn(en.admin.roles, role) ? en.admin.roles[role as keyof typeof en.admin.roles].name : role;
