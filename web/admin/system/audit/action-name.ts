import { t } from '#texts';

const names = t.admin.audit.actions;

/** An action in words; the call itself where there are none yet. */
export const actionName = (action: string): string =>
  Object.hasOwn(names, action) ? (names[action] ?? action) : action;
