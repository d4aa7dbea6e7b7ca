import type { $ZodType } from 'zod/v4/core';
import { invalid } from '../shared/errors.ts';
import { firstOf, judge } from '../shared/judge.ts';
import type { Message } from '../shared/messages.ts';

/** A key of the configuration that the portal itself reads (decisions §7). Its entry is never deleted. */
export interface BuiltInKey {
  key: string;
  /** For people. */
  name: string;
  /** The value at the first start. */
  first: string;
  /** The remark at the first start: what the value may be. */
  hint?: string;
  /** Whether anybody may read it; fixed. */
  isPublic: boolean;
  /**
   * The value as it is kept.
   * @throws AppError 400 at `configValue`, in the words that the key's own screen uses
   */
  check: (value: string) => string | Promise<string>;
  /** What the audit log may know of a value, where that is not all of it. */
  told?: (value: string) => unknown;
}

/** Judges a value by a schema; the first complaint is told. */
export const judgedBy =
  (schema: $ZodType<string>) =>
  (value: string): string => {
    const result = judge(schema, value);
    if (result.success) return result.data;
    throw wrongValue(firstOf(result.error));
  };

export const wrongValue = (message: Message = 'This value does not fit the key.') =>
  invalid('configValue', message);
