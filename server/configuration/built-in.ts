import type { $ZodType } from 'zod/v4/core';
import { invalid } from '../shared/errors.ts';
import { firstOf, judge } from '../shared/judge.ts';
import type { Message } from '../shared/messages.ts';

/** A configuration key that the portal's code reads (decisions §7). Its entry cannot be deleted. */
export interface BuiltInKey {
  key: string;
  /** Display name. */
  name: string;
  /** Initial value. */
  first: string;
  /** Initial remark: the permitted values. */
  hint?: string;
  /** Whether it is readable without authentication; fixed. */
  isPublic: boolean;
  /**
   * Validates a value and returns its stored form.
   * @throws AppError 400 at `configValue`, with the same message as the key's own screen
   */
  check: (value: string) => string | Promise<string>;
  /** Redacts the value for the audit log; absent: logged in full. */
  told?: (value: string) => unknown;
}

/** Validates a value by a schema; the first issue is the error. */
export const judgedBy =
  (schema: $ZodType<string>) =>
  (value: string): string => {
    const result = judge(schema, value);
    if (result.success) return result.data;
    throw wrongValue(firstOf(result.error));
  };

export const wrongValue = (message: Message = 'This value does not fit the key.') =>
  invalid('configValue', message);
