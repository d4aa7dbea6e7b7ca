import * as z from 'zod';

/**
 * Control characters, bidirectional controls and zero-width characters; joiners are allowed, since some scripts need
 * them.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/;

/** One line of text for a path, a file name or a heading. */
export const label = (max: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter a ${what}.`)
    .max(max, `At most ${max} characters.`)
    .refine(
      (value) => !INVISIBLE.test(value),
      `Remove the invisible characters from the ${what}: type it anew instead of pasting it.`,
    )
    .refine((value) => value.isWellFormed(), `The ${what} must be well-formed Unicode: type it anew.`);
