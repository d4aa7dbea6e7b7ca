import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string) => readFileSync(root + name, 'utf8');
const readme = read('README.md');
const pages = ['README.md', 'CONTRIBUTING.md'].map(read).join('\n');

test('every path that the README names is there', () => {
  const named = [
    ...readme.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\/|(?:[\w.-]+\/)+[\w.-]+\.\w+|[A-Z]+(?:\.md)?)`/g),
  ]
    .map((match) => match[1] ?? '')
    .filter((path) => path.includes('/') || path === 'LICENSE');
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !path.startsWith('DATA_DIR') && !existsSync(root + path))).toEqual([]);
});

test('the folders of the annotated tree are there', () => {
  const tree = /## The tree\n\n```\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  let top = '';
  const missing: string[] = [];
  for (const line of tree.split('\n').filter(Boolean)) {
    const names = line.trim().split(/ {2,}(?=\S)/);
    // A line names one or more paths before its explanation.
    const paths = names.filter((name) => /^[\w.-]+(\/|\.\w+)$/.test(name));
    if (!line.startsWith(' ')) top = paths[0] ?? '';
    else for (const path of paths) if (!existsSync(`${root}${top}${path}`)) missing.push(top + path);
    if (!line.startsWith(' ') && !existsSync(root + top)) missing.push(top);
  }
  expect(missing).toEqual([]);
});

test('every script that the pages name is one', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...pages.matchAll(/npm (?:run )?([\w:]+)/g)].map((match) => match[1] ?? '');
  const builtin = ['ci', 'install', 'registry'];
  expect(named.filter((name) => !builtin.includes(name) && !(name in scripts))).toEqual([]);
});

test('every variable that the README explains is read, and every one that is read is explained', () => {
  const read_ = [...read('server/config.ts').matchAll(/^ {2}([A-Z_]+):/gm)].map((match) => match[1]);
  const table = /## Configuration([\s\S]*?)## /.exec(readme)?.[1] ?? '';
  const explained = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map((name) => name[1]),
  );
  expect([...explained].sort()).toEqual([...read_].sort());
});
