import { createStore } from '../../ui/store.ts';

/** A decision whose mail has not left yet. */
export interface Undoable {
  id: string;
  /** What was decided, for people. */
  what: string;
  reviewIds: readonly string[];
  /** ms since 1970: when undoing is over. */
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

/** Offers a decision for undoing until its time is over. */
export function offer(undoable: Undoable, now: number = Date.now()): void {
  undoables.set([...undoables.get(), undoable]);
  timers.set(
    undoable.id,
    setTimeout(() => forget(undoable.id), Math.max(0, undoable.until - now)),
  );
}
