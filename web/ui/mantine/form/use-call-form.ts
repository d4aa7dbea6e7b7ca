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
  /** Client-side validation. */
  check(values: V): FieldError[];
  /** Gives `false` when nothing was sent after all: what is typed stays a draft. */
  send(values: V): Promise<unknown>;
  /** Puts the values in order before they are checked and sent; the form shows them so. */
  tidy?: (values: V) => V;
  /** Fields that hold rows, each of which shows its own errors. */
  lists?: readonly string[];
  /** Keeps the input as a draft under this key until it is submitted; never passwords and codes. */
  draft?: string | undefined;
}

/**
 * A form of text fields over one call: the server's errors are shown in the summary and at their fields (decisions §1),
 * and the input is kept.
 */
export function useCallForm<V extends Values>({ initial, check, send, tidy, lists = [], draft }: Options<V>) {
  const form = useForm<V>({ initialValues: initial });
  const kept = useDraft(draft, form);
  useReportUnsaved(form.isDirty());
  const prefix = useId();
  const [problems, setProblems] = useState<Problem[]>([]);
  const [busy, setBusy] = useState(false);
  const fields = Object.keys(initial);
  // The fields for which an empty form has errors are required.
  const [required] = useState(() => {
    const empty = Object.fromEntries(fields.map((name) => [name, ''])) as V;
    return new Set(check(empty).map(({ path }) => path));
  });
  const idOf = (field: string) => `${prefix}${field}`;

  /** Shows errors; `msg` only without field errors. */
  const show = (errors: readonly FieldError[], msg?: string): void => {
    const byField = messagesByField(errors, fields, lists);
    const loose = messagesWithoutField(errors, fields).map((message) => ({ message }));
    const located = Object.entries(byField).map(([field, message]) => ({ message, field: idOf(field) }));
    form.setErrors(byField);
    const all = [...located, ...loose];
    setProblems(all.length > 0 || msg === undefined ? all : [{ message: msg }]);
  };

  /** Shows a call's error, also after its toast has gone (decisions §10). */
  const showFailure = (error: unknown): void => {
    // The captcha field shows its own error.
    if (error instanceof CaptchaError) return;
    if (error instanceof CallError) show(error.errors, failureWords(error));
    else show([], t.account.noAnswer);
  };

  const onSubmit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const values = tidy ? tidy(form.getValues()) : form.getValues();
    if (tidy) form.setValues(values);
    const errors = check(values);
    if (errors.length > 0) return show(errors);
    setProblems([]);
    form.clearErrors();
    setBusy(true);
    try {
      if ((await send(values)) !== false) kept.drop();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  };

  /** Props of a Mantine field: value, error, id, name, and whether it is required (styled by shell.css). */
  const field = (name: keyof V & string) => ({
    ...form.getInputProps(name as never),
    id: idOf(name),
    name,
    required: required.has(name),
    withAsterisk: false,
  });

  return { form, field, idOf, problems, busy, onSubmit, show, showFailure, kept };
}
