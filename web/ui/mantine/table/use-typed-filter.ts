import { useDebouncedCallback } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The text of a filter field whose value is in the URL, which follows the field late and without outer spaces. The field
 * follows the URL only where something else changed it: Back, forward, a link.
 */
export function useTypedFilter(value: string, onChange: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  // Own changes that the URL has not followed yet, the newest last.
  const sent = useRef<string[]>([]);
  const send = (text: string) => {
    const next = text.trim();
    if (next === (sent.current.at(-1) ?? value)) return;
    sent.current.push(next);
    onChange(next);
  };
  const later = useDebouncedCallback(send, { delay: 300, flushOnUnmount: false });
  // In a layout effect: a later one would undo what is typed meanwhile.
  useLayoutEffect(() => {
    const own = sent.current.lastIndexOf(value);
    sent.current = own < 0 ? [] : sent.current.slice(own + 1);
    if (own >= 0) return;
    later.cancel();
    setTyped(value);
  }, [value, later]);
  return {
    typed,
    /** Shows a text without changing the URL. */
    setTyped,
    /** Changes the URL after a pause in typing. */
    type(text: string) {
      setTyped(text);
      later(text);
    },
    /** Changes the URL at once. */
    submit(text: string) {
      setTyped(text);
      later.cancel();
      send(text);
    },
  };
}
