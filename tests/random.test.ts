import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fc, seed } from './support/properties.ts';
import { randomBytes, randomFrom } from './support/random.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** They make it so; and a port only must be free. */
const MAY = [
  'tests/support/seed.ts',
  'tests/support/s3.ts',
  'tests/random.test.ts',
  'tests/support/properties.ts',
  'tests/support/random.ts',
];
const OTHER_SOURCES =
  /Math\.random|from 'fast-check'|\b(randomBytes|randomInt|randomUUID|randomFill(Sync)?|webcrypto)\b[^\n]*from 'node:crypto'|getRandomValues/;

test('the same seed draws the same, another one something else', () => {
  const drawn = (from: number) => {
    const { random, randomBytes: bytes } = randomFrom(from);
    return [bytes(100).toString('hex'), random(), fc.sample(fc.string(), { seed: from, numRuns: 20 })];
  };
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(2)).not.toEqual(drawn(1));
  expect(randomBytes(8)).not.toEqual(randomBytes(8));
});

test('every property is tried with the seed of the run', () => {
  expect(fc.readConfigureGlobal().seed).toBe(seed);
  expect(fc.check(fc.property(fc.integer(), () => true)).seed).toBe(seed);
});

test('tests draw from one seed alone', () => {
  const files = globSync(
    ['tests/**/*.ts', '{contract,server,web,texts,scripts}/**/*.{test,suite}.ts', 'server/testing/*.ts'],
    { cwd: root },
  ).filter((file) => !MAY.includes(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => OTHER_SOURCES.test(readFileSync(root + file, 'utf8')))).toEqual([]);
});
