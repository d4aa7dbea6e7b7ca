import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { translations } from '@zxcvbn-ts/language-en';
import { describe, expect, test } from 'vitest';
import { translated } from '../server/shared/messages.ts';
import { zhCNMessageWords, zhCNThings } from '../texts/zh-CN-message-words.ts';
import { zhCNMessages } from '../texts/zh-CN-messages.ts';
import { zhCNMessagesAccess } from '../texts/zh-CN-messages-access.ts';
import { zhCNMessagesFiles } from '../texts/zh-CN-messages-files.ts';

// What the code refuses with is typed by the catalogue: a sentence that it lacks does not compile. Here is what no type
// sees: the contract's own sentences, which its schemas hold as plain text, and the catalogue itself.

const root = fileURLToPath(new URL('..', import.meta.url));
const contract = globSync('contract/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const chinese = /[一-鿿]/;

/** Every sentence that a schema, or a check in it, states itself. */
function sentencesOf(value: unknown, found: Set<string>, seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (!('_zod' in value)) {
    for (const inner of Object.values(value)) sentencesOf(inner, found, seen);
    return;
  }
  const { def } = value._zod as { def: Record<string, unknown> };
  if (typeof def.error === 'function') found.add(String(def.error({ code: 'custom', input: '' })));
  for (const inner of Object.values(def)) sentencesOf(inner, found, seen);
}

test('decisions §10: every sentence of the contract is there in Chinese', async () => {
  const found = new Set<string>();
  for (const file of contract) sentencesOf(await import(root + file), found);
  expect(found.size).toBeGreaterThan(40);
  for (const file of contract)
    for (const [, said = ''] of readFileSync(root + file, 'utf8').matchAll(/\bmessage: '([^']+)'/g))
      found.add(said);
  expect([...found].filter((sentence) => !chinese.test(translated(sentence, 'zh-CN')))).toEqual([]);
});

test('what the estimate of a password says is there in Chinese', () => {
  const warnings = Object.values(translations.warnings);
  expect(warnings.filter((warning) => !(warning in zhCNMessageWords))).toEqual([]);
});

describe.each(
  Object.entries({
    ...zhCNMessages,
    ...zhCNMessagesFiles,
    ...zhCNMessagesAccess,
    ...zhCNThings,
    ...zhCNMessageWords,
  }),
)('%s', (english, said) => {
  test('says the same in Chinese', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(places(said)).toEqual(places(english));
    expect(said).toMatch(chinese);
    // No half-width punctuation after a Chinese character.
    expect(said).not.toMatch(/[一-鿿][,:;!?()]|[一-鿿]\.(?!\w)|\.\.\./);
    // Latin letters only where the English has them: names, formats, units.
    const words = (text: string) => text.replace(/\{\w+\}/g, '').match(/[A-Za-z][\w./+-]*/g) ?? [];
    expect(words(said).filter((word) => !words(english).join(' ').includes(word.replace(/\.$/, '')))).toEqual(
      [],
    );
  });
});

test('a sentence with values is told apart from one that fits as well, and values keep their words', () => {
  expect(translated('Enter a name.', 'zh-CN')).toBe('请填写名称。');
  expect(translated('At most 40 characters.', 'zh-CN')).toBe('最多 40 个字符。');
  expect(translated('At most 40.', 'zh-CN')).toBe('最大为 40。');
  expect(translated('At most 3 files "a.b" at a time.', 'zh-CN')).toBe('一次最多 3 个“a.b”文件。');
  expect(translated('A user who is pending cannot become expired.', 'zh-CN')).toBe(
    '用户的状态不能从“待审核”变为“已到期”。',
  );
  expect(translated('filename: A file name has no slash.', 'zh-CN')).toBe('filename: 文件名中不能有斜杠。');
  expect(translated('"Ä\n{x}$&" cannot be a file name: At most 1024 bytes.', 'zh-CN')).toBe(
    '“Ä\n{x}$&”不能作为文件名：最多 1024 字节。',
  );
  expect(translated('Words of nobody.', 'zh-CN')).toBe('Words of nobody.');
  expect(translated('Please sign in first.', 'en')).toBe('Please sign in first.');
});

test('values that look like sentences cost no time', () => {
  const began = performance.now();
  for (const piece of ['"', '" already has an entry with the value "', ' was not found.', ': ', 'At most '])
    translated(`Unknown field "${piece.repeat(60_000 / piece.length)}".`, 'zh-CN');
  expect(performance.now() - began).toBeLessThan(5_000);
});
