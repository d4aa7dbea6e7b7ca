import { en } from '../../texts/en-reading.ts';
import type { Reactions } from '../api/reactions.ts';
import { refreshVisitor } from '../session/user.ts';
import { storedLiteral } from '../session/wording.ts';
import { toast } from '../ui/toast.ts';

/** §8 in the reading pages, without a UI kit. */
export const readingReactions: Reactions = {
  async onExpired(_, code) {
    // The server has just answered, so this can be fetched when it is needed.
    const { ask } = await import('../ui/ask.ts');
    const { systemPrompt: title, sessionExpired, logInAgain, tokenExpired, login, cancel } = storedLiteral();
    const again =
      code === 401
        ? await ask({ title, words: sessionExpired, confirm: logInAgain, cancel })
        : await ask({ title, words: tokenExpired, confirm: login, cancel });
    if (again) location.reload();
    // Nothing on these pages can be lost by showing what a visitor sees.
    else void refreshVisitor();
  },
  onError(_, msg) {
    toast(msg, msg === storedLiteral().serverConnectError ? en.session.reachAgain : undefined);
  },
};
