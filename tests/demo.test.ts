// @module-tag guards
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { getDataset } from '../contract/catalogue.ts';
import type { DataOf } from '../contract/endpoint.ts';
import { demoAdministrator, demoPeople } from '../scripts/demo/people.ts';
import { LONG } from './support/guards.ts';

const script = fileURLToPath(new URL('../scripts/demo/demo.ts', import.meta.url));
/** Filling draws pictures, hashes and signs people in: minutes, on a machine that is busy. */
const PATIENCE = 300_000;

/** Notes each process that starts, and each that ends by itself. */
const NOTES = `
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
const note = (what) => appendFileSync(process.env.NOTES, what + ' ' + process.pid + '\\n');
if (isMainThread) {
  note('began');
  process.on('exit', () => note('ended'));
}
`;

describe('decisions §9: npm run demo', { timeout: PATIENCE }, () => {
  let folder: string;
  let child: ChildProcess;
  let said: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-demo-'));
    await writeFile(join(folder, 'notes.mjs'), NOTES);
    await writeFile(notes(), '');
  });
  afterEach(async () => {
    await end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const data = () => join(folder, 'data');
  const notes = () => join(folder, 'notes');
  /** The ids of processes that began, or of those that ended by themselves. */
  const those = (which: 'began' | 'ended') =>
    readFileSync(notes(), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(which))
      .map((line) => Number(line.split(' ')[1]));

  function begin(): void {
    said = '';
    child = spawn(process.execPath, ['--import', pathToFileURL(join(folder, 'notes.mjs')).href, script], {
      env: { ...process.env, DATA_DIR: data(), PORT: '0', NOTES: notes() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    }
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  const served = () =>
    expect.poll(() => said, { timeout: PATIENCE }).toContain(`Mails are files in ${data()}/outbox`);
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('a process fills the folder and ends; another serves it, and only serves it the next time', async () => {
    begin();
    await served();
    const [serving, filling, ...others] = those('began');
    expect([serving, others]).toEqual([child.pid, []]);
    expect(those('ended')).toEqual([filling]);
    expect(said).toMatch(/Filling the demo …\n\d+ datasets, \d+ people and \d+ downloads in [\d.]+ s\n/);
    expect(said).toContain(`${demoPeople[0]?.email}   ${demoPeople[0]?.password}`);
    expect(said).toContain(`${demoAdministrator.email}   ${demoAdministrator.password}`);
    const url = /Vitrine listens on (http:\S+)/.exec(said)?.[1];
    const answer = (await (await fetch(`${url}/api/v1/datasets`)).json()) as {
      data: { path: string }[];
    };
    expect(answer.data.length).toBeGreaterThan(5);
    expect(answer.data.map(({ path }) => path)).toContain(
      'london-boroughs-and-tube/london-boroughs-and-tube-1.0.zip',
    );
    // releases.md: three versions of one, the older ones frozen, the newest under embargo; a draft; a withdrawn one.
    const release = async (address: string) => {
      const { url: page } = await fetch(`${url}/d/${address}`);
      const id = page.split('/').at(-1);
      const { data } = (await (await fetch(`${url}/api/v1/dataset/${id}`)).json()) as {
        data: DataOf<typeof getDataset>;
      };
      return data;
    };
    const motes = await release('single-hop-sensor-network');
    expect(motes.release.versions.map(({ version, frozenAt }) => [version, frozenAt !== null])).toEqual([
      ['2.0', false],
      ['1.1', true],
      ['1.0', true],
    ]);
    expect(Date.parse(motes.dataset.embargoUntil ?? '')).toBeGreaterThan(Date.now());
    const hash = async (version: string) =>
      (await release(`single-hop-sensor-network/${version}`)).dataset.releaseHash;
    expect(await hash('1.1')).not.toBe(await hash('1.0'));
    expect((await release('palmer-penguins')).release.identifiers.authorList.length).toBeGreaterThan(1);
    expect((await release('palmer-penguins')).release.versions).toHaveLength(1);
    expect((await release('us-labour-market')).release.withdrawnReason).toMatch(/revised/);
    // access.md: a dataset asks for terms, which are there in two versions.
    const asks = await release('wildlife-strikes');
    expect(asks.access).toMatchObject({ policy: 'terms', terms: { version: 2 } });
    // access.md, Requests: another asks for a request; enough were decided to tell the usual wait.
    const { dataset: asked, access } = await release('gapminder-indicators');
    expect(access).toMatchObject({ policy: 'request', terms: null });
    const wait = await (await fetch(`${url}/api/v1/dataset/${asked.id}/requestWait`)).json();
    expect(wait).toMatchObject({ data: { medianHours: expect.any(Number) } });
    // access.md, Recall: at the oldest of the three versions.
    expect((await release('single-hop-sensor-network/1.0')).release.recalls).toMatchObject([
      { kind: 'corrected', whole: false, files: 2 },
    ]);
    expect((await release('open-content-photographs')).dataset.filesVisible).toBe('approved');
    if (process.platform === 'linux') {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
      expect(Number(peak) / 1024, 'MiB at most, of who serves').toBeLessThan(400);
    }
    await end('SIGINT');
    expect(child.exitCode).toBe(0);

    begin();
    await served();
    expect(said).not.toContain('Filling');
    expect(those('began')).toHaveLength(3);
  });

  for (const signal of ['SIGKILL', 'SIGINT', 'SIGTERM'] as const)
    test(
      `whoever ends it by ${signal} while it fills leaves no process behind, and no half folder under its name`,
      LONG,
      async () => {
        begin();
        await expect
          .poll(() => existsSync(join(`${data()}.filling`, 'vitrine.sqlite')), { timeout: PATIENCE })
          .toBe(true);
        const [, filling = 0] = those('began');
        await end(signal);
        await expect.poll(() => isAlive(filling), { timeout: 30_000 }).toBe(false);
        expect(existsSync(data())).toBe(false);
      },
    );
});
