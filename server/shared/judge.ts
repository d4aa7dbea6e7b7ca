import {
  type $ZodError,
  type $ZodIssue,
  type $ZodRawIssue,
  type $ZodType,
  type output,
  safeParse,
  type util,
} from 'zod/v4/core';
import type { Message } from './messages.ts';

/** Message for a value of the wrong type, by the expected type. */
const ofType: Partial<Record<string, Message>> = {
  string: 'Enter text.',
  number: 'Enter a number.',
  nan: 'Enter a number.',
  int: 'Enter a whole number.',
  bigint: 'Enter a whole number.',
  boolean: 'Say true or false.',
  date: 'Enter a date or time.',
  array: 'Send a list.',
  set: 'Send a list.',
  tuple: 'Send a list.',
  object: 'Send named fields.',
  record: 'Send named fields.',
  map: 'Send named fields.',
};

const ofFormat: Partial<Record<string, Message>> = {
  email: 'Enter an e-mail address such as name@example.org.',
  url: 'Enter an address such as https://example.org.',
  date: 'Must be a day such as 2026-01-31.',
  datetime: 'Must be a time such as 2027-01-31T00:00:00Z.',
};

/** Message for a bound of a number, a time, a text or a list. */
function bound(issue: $ZodRawIssue & { code: 'too_small' | 'too_big' }): Message {
  const { origin, inclusive } = issue;
  const isText = origin === 'string';
  const isList = ['array', 'set', 'map', 'file'].includes(origin);
  if (issue.code === 'too_small') {
    const least = issue.minimum;
    if (isText) return least === 1 ? 'Please fill in this field.' : `At least ${least} characters.`;
    if (isList) return `At least ${least} entries.`;
    return inclusive === false ? `More than ${least}.` : `At least ${least}.`;
  }
  const most = issue.maximum;
  if (isText) return `At most ${most} characters.`;
  if (isList) return `At most ${most} entries.`;
  return inclusive === false ? `Less than ${most}.` : `At most ${most}.`;
}

/** Message where the schema has none of its own: ours, not the library's. */
function inOurWords(issue: $ZodRawIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'Please fill in this field.';
      return ofType[issue.expected] ?? 'This value is not accepted.';
    case 'too_small':
    case 'too_big':
      return bound(issue);
    case 'invalid_format':
      return ofFormat[issue.format] ?? 'This is not written as expected.';
    case 'invalid_value':
      if (issue.input === undefined) return 'Please fill in this field.';
      return `Choose one of: ${issue.values.map((value: util.Primitive) => String(value)).join(', ')}.`;
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor}.`;
    case 'invalid_union':
      return 'None of the accepted forms fits.';
    case 'unrecognized_keys':
      return `Unknown field "${issue.keys.join('", "')}".`;
    default:
      return 'This value is not accepted.';
  }
}

/** Validates a value by a schema of the contract. */
export const judge = <Schema extends $ZodType>(
  schema: Schema,
  value: unknown,
): util.SafeParseResult<output<Schema>> => safeParse(schema, value, { error: inOurWords });

/** The type does not show that a schema's own message is a `Message`: a test checks that the catalogue has it. */
export const messageOf = (issue: $ZodIssue): Message => issue.message as Message;

/** The first error message. */
export const firstOf = ({ issues: [issue] }: $ZodError): Message =>
  issue ? messageOf(issue) : 'This value is not accepted.';
