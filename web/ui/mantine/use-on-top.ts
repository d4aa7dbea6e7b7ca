import { useEffect, useId } from 'react';
import { createStore, useStore } from '../store.ts';

const opened = createStore<readonly { id: string }[]>([]);

/**
 * What opened last closes by Escape, alone: a dialog above a drawer leaves that open. Mantine closes all at once, but for
 * a stack of its own, which hides what lies beneath.
 * @returns props for a Modal or a Drawer
 */
export function useOnTop(isOpen: boolean): { closeOnEscape: boolean } {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const mine = { id };
    opened.set([...opened.get(), mine]);
    // Once the key that closed it has been heard by all: what lies beneath may hear it after this one.
    return () => void setTimeout(() => opened.set(opened.get().filter((one) => one !== mine)));
  }, [isOpen, id]);
  return { closeOnEscape: useStore(opened).at(-1)?.id === id };
}
