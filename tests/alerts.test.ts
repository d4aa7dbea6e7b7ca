import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { sql } from '../server/testing/look-inside.ts';
import { havePrograms } from './support/programs.ts';

const docs = (name: string) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
const read = (name: string) => readFileSync(docs(name), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('operations "Figures and words": docs/alerts.yml', () => {
  let t: TestApp;
  /** Names that the portal gives, with their types. */
  let given: Map<string, string>;
  beforeAll(async () => {
    t = await buildTestApp();
    // What is there once it has been done.
    await sql(t, `insert into secrets (name, value) values ('backup.last', '{"at":1,"files":1,"lost":0}')`);
    await sql(
      t,
      `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at,
         finished_at) values ('s', 'scrub', '', '{}', 'done', 0, 0, 0, 0, 0, '', 0, 1)`,
    );
    await t.inject('GET', '/healthz');
    const payload = await vi.waitFor(
      async () => {
        const all = (await t.inject('GET', '/metrics')).payload;
        // On a busy machine what is not read in time is left out.
        expect(all).toContain('vitrine_disk_free_bytes');
        return all;
      },
      { timeout: 60_000 },
    );
    given = new Map(
      [...payload.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
  }, 90_000);
  afterAll(() => t?.close());

  const bare = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

  test('each rule is proved: quiet at one time, and fired at another, with words that say what to do', (context) => {
    if (!havePrograms(['promtool'], { test: 'the alerts', packages: 'prometheus' })) return context.skip();
    const rules = matches(read('alerts.yml'), /- alert: (\w+)/g).sort();
    expect(rules.length).toBeGreaterThan(15);
    const proofs = read('alerts-test.yml');
    expect(matches(proofs, /- \{ alertname: (\w+), eval_time: \w+ \}/g).sort(), 'quiet').toEqual(rules);
    expect(
      matches(proofs, /- alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n +- exp_labels/g).sort(),
      'fired',
    ).toEqual(rules);
    for (const args of [
      ['check', 'rules', '--lint=all', '--lint-fatal', docs('alerts.yml')],
      ['test', 'rules', docs('alerts-test.yml')],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
      expect(status, `${stdout}${stderr}`).toBe(0);
    }
  });

  test('they ask for figures that the portal gives', () => {
    const asked = matches(read('alerts.yml'), /\b((?:vitrine|nodejs|process)_\w+)/g);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((name) => !given.has(bare(name)))).toEqual([]);
  });

  test('docs/monitoring.md has each figure with its type, and no other', () => {
    const rows = read('monitoring.md').match(/^\| `vitrine_.*$/gm) ?? [];
    const documented = rows.flatMap((row) => {
      const [, names = '', type = '', unit = ''] = row.split('|').map((cell) => cell.trim());
      expect(unit, row).not.toBe('');
      return matches(names, /`(\w+)`/g).map((name) => `${name} ${type}`);
    });
    const own = [...given].filter(([name]) => name.startsWith('vitrine_')).map((entry) => entry.join(' '));
    expect(documented.sort()).toEqual(own.sort());
  });
});
