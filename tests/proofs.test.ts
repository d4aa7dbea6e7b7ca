import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string) => readFileSync(root + name, 'utf8');

interface Row {
  what: string;
  defence: string;
  tests: string;
}

/** The rows of all tables of a page, without their heads. */
function rowsOf(page: string): Row[] {
  return read(page)
    .split('\n')
    .filter(
      (line, at, lines) => /^\| /.test(line) && !/^\| ---/.test(line) && !/^\| ---/.test(lines[at + 1] ?? ''),
    )
    .map((line) => {
      const [, what = '', defence = '', tests = '', , rest] = line.split('|').map((cell) => cell.trim());
      expect(rest, `four columns: ${line}`).toBe('');
      return { what, defence, tests };
    });
}

/** The titles of a test file as they stand there: what is filled in when it runs is `…`. */
const titlesOf = (file: string): Set<string> =>
  new Set(
    [...read(file).matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g)].map((match) =>
      (match[2] ?? '').replace(/\$\{[^}]*\}/g, '…').replace(/\\(['"`])/g, '$1'),
    ),
  );

const NOT_BUILT = 'not built yet';

describe.each(['docs/security.md', 'docs/reliability.md'])('%s is true', (page) => {
  const rows = rowsOf(page);
  const built = rows.filter(({ tests }) => tests !== NOT_BUILT);

  test('every test that it names is there, under that title', () => {
    const wrong: string[] = [];
    for (const { what, tests } of built) {
      for (const one of tests.split('<br>')) {
        const [, file, title = ''] = /^`([^`]+\.test\.tsx?)` › (.+)$/.exec(one) ?? [];
        if (file === undefined) wrong.push(`${what}: no test: ${one}`);
        else if (!existsSync(root + file)) wrong.push(`${what}: no file ${file}`);
        else if (!titlesOf(file).has(title)) wrong.push(`${what}: ${file} has no "${title}"`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every file that it names as a defence is there', () => {
    const named = built.flatMap(({ what, defence }) =>
      [...defence.matchAll(/`((?:server|web|contract)\/[^`]*)`/g)].map((match) => [what, match[1] ?? '']),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(([, path]) => !existsSync(root + path))).toEqual([]);
  });
});

test('every threat has its row, in order', () => {
  const numbers = rowsOf('docs/security.md').flatMap(({ what }) => /^(\d+) /.exec(what)?.[1] ?? []);
  expect(numbers).toEqual(Array.from({ length: 42 }, (_, n) => String(n + 1)));
});
