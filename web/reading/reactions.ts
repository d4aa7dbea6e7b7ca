import { limits } from '../../contract/limits.ts';
import { secondLine } from '../api/failure-words.ts';
import type { Reactions } from '../api/reactions.ts';
import { refreshVisitor } from '../session/user.ts';
import { storedLiteral } from '../session/wording.ts';

// Not among what a page waits for, and there before it is needed: without a network it could not be fetched.
const toasts = () => import('../ui/toast.ts');
toasts().catch(() => undefined);

/** §8 in the reading pages, without a UI kit. */
export const readingReactions: Reactions = {
  async onExpired(_, code) {
    // The server has just answered, so this can be fetched when it is needed.
    const { askExpired } = await import('../ui/ask.ts');
    if (await askExpired(code, storedLiteral())) location.reload();
    // Nothing on these pages can be lost by showing what a visitor sees.
    else void refreshVisitor();
  },
  onError(kind, msg) {
    const more = secondLine(msg);
    toasts().then(
      ({ toast }) => toast(msg, { titled: kind === 'notice', more, duration: limits.toastDuration }),
      console.error,
    );
  },
};
