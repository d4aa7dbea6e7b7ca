import { useEffect, useId } from 'react';
import { createStore, useStore } from '../store.ts';

const opened = createStore<readonly string[]>([]);

/**
 * What opened last closes by Escape, alone: a dialog above a drawer leaves that open. Mantine closes all at once, but for
 * a stack of its own, which hides what lies beneath.
 * @returns props for a Modal or a Drawer
 */
export function useOnTop(isOpen: boolean): { closeOnEscape: boolean } {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    opened.set([...opened.get(), id]);
    return () => opened.set(opened.get().filter((one) => one !== id));
  }, [isOpen, id]);
  return { closeOnEscape: useStore(opened).at(-1) === id };
}
