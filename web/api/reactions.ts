import type { Identity } from '../session/tokens.ts';

/**
 * - `toast`: codes 400, 403 and 500 (§8)
 * - `notice`: any other code, a notification titled with the message
 * - `network`: no answer; the message is the literal of §8, or the error's own
 */
export type ErrorKind = 'toast' | 'notice' | 'network';

/** What the person sees when a call fails (§8). Each shell sets its own, so that `call` knows no user interface. */
export interface Reactions {
  /**
   * The token is cleared already. 401 and 6401 have different words. Return a promise that ends with the dialog:
   * until then no second one is asked for.
   */
  onExpired(identity: Identity, code: 401 | 6401): void | Promise<void>;
  onError(kind: ErrorKind, msg: string): void;
}

export const reactions: Reactions = {
  onExpired() {},
  onError() {},
};
