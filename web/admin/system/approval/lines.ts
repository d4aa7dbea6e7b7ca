import { t } from '#texts';
import type { FieldError } from '../../../../contract/envelope.ts';

/** One entry of a list with one entry per line. */
export interface Line {
  /** Line number from 1, counting empty lines. */
  number: number;
  text: string;
}

export const linesOf = (typed: string): Line[] =>
  typed
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');

export const textsOf = (typed: string): string[] => linesOf(typed).map(({ text }) => text);

export interface WrongLine extends Line {
  message: string;
}

/** The lines with errors: the server's `<field>.<n>` is an index of the entries sent. */
export function wrongLines(errors: readonly FieldError[], field: string, typed: string): WrongLine[] {
  const lines = linesOf(typed);
  return errors.flatMap(({ path, message }) => {
    const [name, place] = path.split('.');
    const line = name === field && place !== undefined ? lines[Number(place)] : undefined;
    return line ? [{ ...line, message }] : [];
  });
}

/** The same errors, with the line number in the message. */
export const namingLines = (
  errors: readonly FieldError[],
  values: Readonly<Record<string, string>>,
): FieldError[] =>
  errors.map((error) => {
    const field = error.path.split('.')[0] ?? '';
    const [line] = wrongLines([error], field, values[field] ?? '');
    return line
      ? { path: error.path, message: t.admin.approval.wrongLine(line.number, line.text, line.message) }
      : error;
  });
