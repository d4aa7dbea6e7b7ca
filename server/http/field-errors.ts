import type { $ZodIssue } from 'zod/v4/core';
import type { WrongField } from '../shared/errors.ts';
import { messageOf } from '../shared/judge.ts';

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
