import type { $ZodIssue, $ZodType, output } from 'zod/v4/core';
import { AppError, type WrongField } from '../shared/errors.ts';
import { judge, messageOf } from '../shared/judge.ts';

/** Converts zod's issues to the envelope's field errors; an unknown key gets an error of its own. */
export function fieldErrors(issues: readonly $ZodIssue[]): WrongField[] {
  return issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [...path, key].join('.'),
        message: `Unknown field "${key}".` as const,
      }));
    }
    return [{ path: path.join('.'), message: messageOf(issue) }];
  });
}

/** Paths of strings that contain NUL, which PostgreSQL cannot store. */
function nulPaths(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes('\u0000') ? [path.join('.')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => nulPaths(inner, [...path, key]));
}

/**
 * Validates input.
 * @throws AppError 400 with an error for each invalid field
 */
export function parseInput<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> {
  const result = judge(schema, value);
  const errors = result.success
    ? nulPaths(result.data).map(
        (path): WrongField => ({ path, message: 'Remove the invisible control characters.' }),
      )
    : fieldErrors(result.error.issues);
  if (result.success && errors.length === 0) return result.data;
  const [first, ...more] = errors;
  throw new AppError(400, first && more.length === 0 ? first.message : 'Please check what you entered.', {
    errors,
  });
}
