import { tGroups as words } from '#texts/groups';
import type { FieldError } from '../../../../contract/envelope.ts';
import { groupLimits } from '../../../../contract/request-limits.ts';
import { CallError } from '../../../api/call.ts';
import { looksLikeEmail } from '../registration-rules.ts';

const path = 'addresses';
const most = groupLimits.addresses;

/** What is typed, by line: the first is 1; empty ones are left out. */
const linesOf = (typed: string): { line: number; text: string }[] =>
  typed
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '');

export const addressesOf = (typed: string): string[] => linesOf(typed).map(({ text }) => text);

/** What is wrong before anything is sent: every line at once. */
export function checkAddresses(typed: string): FieldError[] {
  const lines = linesOf(typed);
  if (lines.length === 0) return [{ path, message: words.missing }];
  const wrong = lines.filter(({ text }) => !looksLikeEmail(text));
  const said = wrong.map(({ line, text }) => words.noAddress(line, text));
  if (lines.length > most) said.unshift(words.tooMany(most));
  return said.length === 0 ? [] : [{ path, message: said.join(' ') }];
}

/** The server names an address by its place (`addresses.<index>`), the form by its line. */
export function toLines(error: unknown, typed: string): unknown {
  if (!(error instanceof CallError)) return error;
  const lines = linesOf(typed);
  const said = error.errors.map((one) => {
    const [first, index] = one.path.split('.');
    const line = first === path && index !== undefined ? lines[Number(index)]?.line : undefined;
    return line === undefined ? one.message : words.inLine(line, one.message);
  });
  return said.length === 0
    ? error
    : new CallError(error.code, error.msg, [{ path, message: said.join(' ') }]);
}
