import { useForm } from '@mantine/form';
import { type SyntheticEvent, useId, useState } from 'react';
import { t } from '#texts';
import type { FieldError } from '../../../../contract/envelope.ts';
import { CallError } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { CaptchaError } from '../captcha/solve.ts';
import type { Problem } from './error-summary.tsx';
import { messagesByField, messagesWithoutField } from './form-errors.ts';
import { useReportUnsaved } from './report-unsaved.ts';
import { useDraft } from './use-draft.ts';

type Values = Record<string, string>;

interface Options<V extends Values> {
  initial: V;
  /** What can be told before sending. */
  check(values: V): FieldError[];
  send(values: V): Promise<void>;
  /** Keeps what is typed under this key until it was sent; passwords and codes never. */
  draft?: string | undefined;
}

/**
 * A form of text fields over one call: the server's words stand in the summary and at their fields (decisions §1),
 * and what was typed is kept.
 */
export function useCallForm<V extends Values>({ initial, check, send, draft }: Options<V>) {
  const form = useForm<V>({ initialValues: initial });
  const kept = useDraft(draft, form);
  useReportUnsaved(form.isDirty());
  const prefix = useId();
  const [problems, setProblems] = useState<Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const fields = Object.keys(initial);
  // What an empty form is told about is what must be filled in.
  const [required] = useState(() => {
    const empty = Object.fromEntries(fields.map((name) => [name, ''])) as V;
    return new Set(check(empty).map(({ path }) => path));
  });
  const idOf = (field: string) => `${prefix}${field}`;

  /** Shows what is wrong; `msg` only when no field is named. */
  const show = (errors: readonly FieldError[], msg?: string): void => {
    const byField = messagesByField(errors, fields);
    const loose = messagesWithoutField(errors, fields).map((message) => ({ message }));
    const located = Object.entries(byField).map(([field, message]) => ({ message, field: idOf(field) }));
    form.setErrors(byField);
    const all = [...located, ...loose];
    setProblems(all.length > 0 || msg === undefined ? all : [{ message: msg }]);
  };

  /** Whatever a call threw: the words that were told in passing stay here (decisions §10). */
  const showFailure = (error: unknown): void => {
    // Why the check failed stands beside it already.
    if (error instanceof CaptchaError) return;
    if (error instanceof CallError) show(error.errors, failureWords(error));
    else show([], t.account.noAnswer);
  };

  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const values = form.getValues();
    const errors = check(values);
    if (errors.length > 0) return show(errors);
    setProblems([]);
    form.clearErrors();
    setBusy(true);
    try {
      await send(values);
      kept.drop();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };

  /** What a field of the kit needs: value, error, id, name, and whether it must be filled in (shown by shell.css). */
  const field = (name: keyof V & string) => ({
    ...form.getInputProps(name as never),
    id: idOf(name),
    name,
    required: required.has(name),
    withAsterisk: false,
  });

  return { form, field, problems, busy, onSubmit, show, showFailure, kept };
}
