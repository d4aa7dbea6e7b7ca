import type { Identity } from './tokens.ts';

let over: Identity | undefined;
const listeners = new Set<() => void>();

/** Whose session has ended, when nothing of it may be shown any longer; until the next document. */
export const sessionOver = (): Identity | undefined => over;

/** Takes everything off the screen that somebody's session had brought there. */
export function endShown(identity: Identity): void {
  over = identity;
  for (const listener of listeners) listener();
}

export function onSessionOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
