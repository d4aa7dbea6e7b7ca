import { useForm } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useDraft } from './use-draft.ts';

/**
 * Rows that are written and sent together, kept as a draft until then. They all come back with it, so it belongs to the
 * rows that it began from: it must not undo what somebody else has changed since.
 * @param key of the draft, as of `useDraft`
 */
export function useKeptRows<Row>(key: string, first: readonly Row[]) {
  const [saved, setSaved] = useState(first);
  const form = useForm({ initialValues: { rows: JSON.stringify(first) } });
  const kept = useDraft(`${key}:${JSON.stringify(saved)}`, form);
  const { rows: text } = form.values;
  const rows = useMemo(() => JSON.parse(text) as readonly Row[], [text]);
  return {
    rows,
    /** As they were sent last. */
    saved,
    dirty: form.isDirty(),
    kept,
    set: (next: readonly Row[]) => form.setFieldValue('rows', JSON.stringify(next)),
    /** They have been sent, and are so now. */
    sent(now: readonly Row[]) {
      const values = { rows: JSON.stringify(now) };
      setSaved(now);
      form.setInitialValues(values);
      form.setValues(values);
      form.resetDirty(values);
      kept.drop();
    },
  };
}
