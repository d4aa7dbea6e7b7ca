import { createStore } from '../../ui/store.ts';

/** A decision whose mail has not been sent yet. */
export interface Undoable {
  id: string;
  /** The decision, for people to read. */
  what: string;
  reviewIds: readonly string[];
  /** ms since 1970: end of the time to undo. */
  until: number;
  undo(): void;
}

/** The decisions that can be undone now, the oldest first. */
export const undoables = createStore<readonly Undoable[]>([]);
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export function forget(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  undoables.set(undoables.get().filter((each) => each.id !== id));
}

/** Adds a decision until its time to undo has passed. */
export function offer(undoable: Undoable, now: number = Date.now()): void {
  undoables.set([...undoables.get(), undoable]);
  timers.set(
    undoable.id,
    setTimeout(() => forget(undoable.id), Math.max(0, undoable.until - now)),
  );
}
