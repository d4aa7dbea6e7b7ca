import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useEffect, useRef, useState } from 'react';
import { beforeReload } from '../../../session/before-reload.ts';
import { dropDraft, readDraft, withoutSecrets, writeDraft } from '../../../session/drafts.ts';

type Values = Record<string, string>;

/** Debounce, ms. */
const rest = 300;

export interface KeptDraft {
  /** Whether text from an earlier visit was restored. */
  restored: boolean;
  /** Deletes the draft, after the form was submitted. */
  drop(): void;
  /** Deletes the draft and empties the form. */
  startAnew(): void;
}

/**
 * Keeps a form's text over a reload or a new sign-in, and restores it. Nothing is kept without a key.
 * @param key names the form, and the person where the text is personal
 */
export function useDraft<V extends Values>(key: string | undefined, form: UseFormReturnType<V>): KeptDraft {
  const [restored, setRestored] = useState(false);
  const reading = useRef<Promise<void>>(Promise.resolve());
  const dropped = useRef(false);
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once per key; the form is a new object each time
  useEffect(() => {
    if (key === undefined) return;
    let here = true;
    reading.current = readDraft(key).then((draft) => {
      if (!here) return;
      const known = Object.entries(withoutSecrets(draft ?? {})).filter(([name]) => name in form.getValues());
      if (known.length === 0 || form.isDirty()) return;
      form.setValues(Object.fromEntries(known) as Partial<V>);
      setRestored(true);
    });
    return () => {
      here = false;
    };
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new text is written
  useEffect(() => {
    if (key === undefined) return;
    const write = async () => {
      if (!form.isDirty()) return;
      // Text may be typed before IndexedDB has opened.
      await reading.current;
      if (!dropped.current) await writeDraft(key, values);
    };
    const timer = setTimeout(write, rest);
    const forget = beforeReload(write);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [key, values]);

  const drop = useCallback(() => {
    dropped.current = true;
    if (key !== undefined) void dropDraft(key);
  }, [key]);

  const startAnew = () => {
    if (key !== undefined) void dropDraft(key);
    form.reset();
    setRestored(false);
  };

  return { restored, drop, startAnew };
}
