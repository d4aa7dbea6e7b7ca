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
  /** Keeps what has not been sent yet, now: after a part of it was. */
  rewrite(): Promise<void>;
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
  /** Whether the stored draft is this form's: another tab's must stay. */
  const stored = useRef(false);
  const { values } = form;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once per key; the form is a new object each time
  useEffect(() => {
    if (key === undefined) return;
    let here = true;
    reading.current = readDraft(key).then((draft) => {
      if (!here) return;
      const now = form.getValues();
      const known = Object.entries(withoutSecrets(draft ?? {})).filter(
        ([name, value]) => name in now && now[name] !== value,
      );
      if (known.length === 0 || form.isDirty()) return;
      stored.current = true;
      form.setValues(Object.fromEntries(known) as Partial<V>);
      setRestored(true);
    });
    return () => {
      here = false;
    };
  }, [key]);

  const write = useRef(async () => {});
  write.current = async () => {
    if (key === undefined || dropped.current) return;
    if (!form.isDirty()) {
      // All was taken back.
      if (stored.current) await dropDraft(key);
      stored.current = false;
      return;
    }
    // What nobody changed is not kept: it may be newer when the draft comes back.
    const changed = Object.fromEntries(
      Object.entries(form.getValues()).filter(([name]) => form.isDirty(name)),
    );
    // Text may be typed before IndexedDB has opened.
    await reading.current;
    if (dropped.current) return;
    stored.current = true;
    await writeDraft(key, changed);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new text is written
  useEffect(() => {
    if (key === undefined) return;
    // What is typed into a form that stays after it was sent is new text.
    dropped.current = false;
    const timer = setTimeout(() => write.current(), rest);
    const forget = beforeReload(() => write.current());
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [key, values]);

  // What was typed in the last moment, when the form goes: by Back, or to another part of the screen.
  useEffect(() => () => void write.current(), []);

  const drop = useCallback(() => {
    dropped.current = true;
    stored.current = false;
    setRestored(false);
    if (key !== undefined) void dropDraft(key);
  }, [key]);

  const startAnew = () => {
    if (key !== undefined) void dropDraft(key);
    form.reset();
    setRestored(false);
  };

  return { restored, drop, rewrite: () => write.current(), startAnew };
}
