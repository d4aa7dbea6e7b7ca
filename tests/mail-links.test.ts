import { describe, expect, test } from 'vitest';
import { enMails } from '../texts/en.ts';
import { isKnownPath } from '../web/paths.ts';

/** All texts of a catalogue. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(textsIn);

describe('decisions §3, access.md: mails lead to pages that exist', () => {
  const links = textsIn(enMails).flatMap((text) => [...text.matchAll(/\{url\}(\/[^\s.,:]*)/g)]);

  test('there are such links', () => {
    expect(links.map(([, path]) => path)).toEqual(
      expect.arrayContaining(['/account', '/admin/user/applicant_list', '/admin/access/requests']),
    );
  });

  test.each([...new Set(links.map(([, path]) => path ?? ''))])('%s', (path) => {
    expect(isKnownPath(path)).toBe(true);
  });
});
