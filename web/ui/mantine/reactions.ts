import { notifications } from '@mantine/notifications';
import { limits } from '../../../contract/limits.ts';
import { en } from '../../../texts/en.ts';
import { type Reactions, reactions } from '../../api/reactions.ts';
import { storedLiteral } from '../../session/wording.ts';
import { confirm } from './confirm.ts';

/** §8: the dialogs of a dead token. `call` has cleared the token and asks once, however many calls failed at once. */
const onExpired: Reactions['onExpired'] = async (_identity, code) => {
  const literal = storedLiteral();
  const again = await confirm({
    title: literal.systemPrompt,
    message: code === 401 ? literal.sessionExpired : literal.tokenExpired,
    confirmLabel: code === 401 ? literal.logInAgain : literal.login,
    cancelLabel: literal.cancel,
  });
  if (again) location.reload();
};

/** §8: a toast for 400, 403, 500 and the network; for any other code a notification titled with the message. */
const onError: Reactions['onError'] = (kind, msg) => {
  const common = { color: 'error', autoClose: limits.toastDuration, id: `${kind}: ${msg}` };
  if (kind === 'notice') notifications.show({ ...common, title: msg, message: '' });
  else if (msg === storedLiteral().serverConnectError)
    notifications.show({ ...common, title: msg, message: en.session.reachAgain });
  else notifications.show({ ...common, message: msg });
};

export function setMantineReactions(): void {
  Object.assign(reactions, { onExpired, onError });
}
