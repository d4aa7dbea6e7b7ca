import { t } from '#texts';

const names = t.admin.audit.actions;

/** Label of an action; without one, the action itself. */
export const actionName = (action: string): string =>
  Object.hasOwn(names, action) ? (names[action] ?? action) : action;
