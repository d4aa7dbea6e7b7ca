import type { FieldError } from '../../../../contract/envelope.ts';

/**
 * The first message of each field, by name. A nested path (`subsets.0.path`) counts for its first segment when only
 * that is a field of the form, or for itself where that is one of `lists`, whose rows show their own errors.
 */
export function messagesByField(
  errors: readonly FieldError[],
  fields: readonly string[],
  lists: readonly string[] = [],
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of errors) {
    const first = path.split('.')[0] ?? '';
    const field = fields.includes(path) || lists.includes(first) ? path : first;
    if (fields.includes(first) && messages[field] === undefined) messages[field] = message;
  }
  return messages;
}

/** Errors that belong to no field of the form, for the summary. */
export const messagesWithoutField = (errors: readonly FieldError[], fields: readonly string[]): string[] =>
  errors
    .filter(({ path }) => !fields.includes(path) && !fields.includes(path.split('.')[0] ?? ''))
    .map(({ message }) => message);

export const names = (errors: readonly FieldError[] | undefined, field: string): boolean =>
  errors?.some(({ path }) => path === field) ?? false;

/** Required fields that are empty, in the form's order. */
export const missing = (
  values: Readonly<Record<string, string>>,
  required: Readonly<Record<string, string>>,
): FieldError[] =>
  Object.entries(required)
    .filter(([field]) => (values[field] ?? '').trim() === '')
    .map(([path, message]) => ({ path, message }));

/** Omits empty optional fields from a body: the contract expects absent ones. */
export const withoutEmpty = <Values extends Record<string, string>>(
  values: Values,
): Partial<Record<keyof Values, string>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')) as Partial<
    Record<keyof Values, string>
  >;
