import type { Identity } from '../session/tokens.ts';

/**
 * - `toast`: codes 400, 403 and 500 (§8)
 * - `notice`: any other code, a notification titled with the message
 * - `network`: no response; the message is the literal of §8, or the error's own
 */
export type ErrorKind = 'toast' | 'notice' | 'network';

/** The user interface of failed calls (§8). Each shell sets its own, so that `call` depends on no user interface. */
export interface Reactions {
  /**
   * Called after the token was cleared. 401 and 6401 have different texts. Return a promise that resolves when the
   * dialog closes: until then no second one is opened.
   */
  onExpired(identity: Identity, code: 401 | 6401): void | Promise<void>;
  onError(kind: ErrorKind, msg: string): void;
}

export const reactions: Reactions = {
  onExpired() {},
  onError() {},
};
