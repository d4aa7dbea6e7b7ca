import { notifications } from '@mantine/notifications';
import { limits } from '../../../contract/limits.ts';
import { secondLine } from '../../api/failure-words.ts';
import { type Reactions, reactions } from '../../api/reactions.ts';
import { reload } from '../../session/before-reload.ts';
import { isForUsers } from '../../session/for-users.ts';
import { sessionOver } from '../../session/over.ts';
import { refreshVisitor } from '../../session/user.ts';
import { storedLiteral } from '../../session/wording.ts';
import { confirm } from './confirm.ts';

/**
 * §8: the dialogs of an expired token. `call` has cleared the token and opens one dialog, however many calls failed at
 * once.
 */
const onExpired: Reactions['onExpired'] = async (identity, code) => {
  const literal = storedLiteral();
  const again = await confirm({
    title: literal.systemPrompt,
    message: code === 401 ? literal.sessionExpired : literal.tokenExpired,
    confirmLabel: code === 401 ? literal.logInAgain : literal.login,
    cancelLabel: literal.cancel,
  });
  if (again) return reload();
  // A user's session may end while an administrator uses the back office, and vice versa.
  const shown = /^\/admin(\/|$)/.test(location.pathname) ? 'admin' : 'user';
  if (identity !== shown) return;
  if (identity === 'user' && !isForUsers(location.pathname)) {
    void refreshVisitor();
    return;
  }
  // Notifications may contain personal data.
  notifications.clean();
  sessionOver.set(identity);
  // The header shows the signed-in user.
  if (identity === 'user') void refreshVisitor();
};

/** §8: a toast for 400, 403, 500 and network failures; for any other code a notification titled with the message. */
const onError: Reactions['onError'] = (kind, msg) => {
  const common = { color: 'error', autoClose: limits.toastDuration, id: `${kind}: ${msg}` };
  const more = secondLine(msg);
  if (kind === 'notice' || more !== undefined) notifications.show({ ...common, title: msg, message: more });
  else notifications.show({ ...common, message: msg });
};

export function setMantineReactions(): void {
  Object.assign(reactions, { onExpired, onError });
}
