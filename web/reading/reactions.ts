import { limits } from '../../contract/limits.ts';
import { secondLine } from '../api/failure-words.ts';
import type { Reactions } from '../api/reactions.ts';
import { reload } from '../session/before-reload.ts';
import { refreshVisitor } from '../session/user.ts';
import { storedLiteral } from '../session/wording.ts';

// Not part of the initial load, but preloaded: without a network it could not be loaded when needed.
const toasts = () => import('../ui/toast.ts');
toasts().catch(() => undefined);

/** §8 in the reading pages, without a UI kit. */
export const readingReactions: Reactions = {
  async onExpired(_, code) {
    // The server has just responded, so this chunk can be loaded on demand.
    const { askExpired } = await import('../ui/ask.ts');
    if (await askExpired(code, storedLiteral())) await reload();
    // What is typed in these pages is kept as a draft: showing the anonymous visitor's page loses nothing.
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
