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

let open: readonly Undoable[] = [];
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

const become = (next: readonly Undoable[]) => {
  open = next;
  for (const listener of listeners) listener();
};

/** The decisions that can be undone now, the oldest first. */
export const undoables = (): readonly Undoable[] => open;

export function onUndoables(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function forget(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  become(open.filter((each) => each.id !== id));
}

/** Offers a decision for undoing until its time is over. */
export function offer(undoable: Undoable, now: number = Date.now()): void {
  become([...open, undoable]);
  timers.set(
    undoable.id,
    setTimeout(() => forget(undoable.id), Math.max(0, undoable.until - now)),
  );
}
