// @module-tag long

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Subset } from '../contract/catalogue.ts';
import type { AdminDataset, AdminSubset } from '../contract/dataset-admin.ts';
import { freePort } from './support/nginx.ts';
import { ownPostgres } from './support/own-postgres.ts';
import { approvedUser } from './support/person.ts';
import { havePrograms } from './support/programs.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from './support/server-process.ts';

const TOKEN = 'read-by-prometheus-alone';
const RULES = fileURLToPath(new URL('../docs/alerts.yml', import.meta.url));
const WAITS = { timeout: 150_000, interval: 500 };

const have = havePrograms(['prometheus'], { test: 'alerts of a real Prometheus', packages: 'prometheus' });

describe.skipIf(!have)('operations "Figures and words": a real Prometheus fires at the fault itself', () => {
  let folder: string;
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let portal: ServerProcess;
  let prometheus: ReturnType<typeof spawn>;
  let url: string;
  let said = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vitrine-alerts-'));
    await mkdir(join(folder, 'root'));
    postgres = await ownPostgres();
    portal = await startServer(join(folder, 'data'), {
      DATABASE_URL: postgres.url,
      IMPORT_ROOTS: await realpath(join(folder, 'root')),
      METRICS_TOKEN: TOKEN,
    });
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const config = join(folder, 'prometheus.yml');
    await writeFile(
      config,
      `global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
rule_files: ['${RULES}']
scrape_configs:
  - job_name: vitrine
    authorization: {credentials: ${TOKEN}}
    static_configs: [{targets: ['${new URL(portal.url).host}']}]
`,
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, 'series')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    prometheus.stderr?.on('data', (piece) => {
      said += piece;
    });
  }, 120_000);
  afterAll(async () => {
    if (prometheus?.exitCode === null) {
      const gone = once(prometheus, 'exit');
      prometheus.kill('SIGTERM');
      await gone;
    }
    await portal?.end('SIGKILL');
    await postgres?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Names of the alerts that fire now, but for the backup that nobody has made. */
  async function firing(): Promise<string[]> {
    const answer = await fetch(`${url}/api/v1/alerts`);
    const { data } = (await answer.json()) as {
      data: { alerts: { state: string; labels: { alertname: string } }[] };
    };
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  }
  async function value(query: string): Promise<number | undefined> {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`).catch(
      () => undefined,
    );
    const { data } = ((await answer?.json()) ?? {}) as { data?: { result: { value: [number, string] }[] } };
    const [found] = data?.result ?? [];
    return found && Number(found.value[1]);
  }

  test('nothing is wrong: it reads the figures by the token, and is quiet', async () => {
    await expect.poll(() => value('vitrine_ready{job="vitrine"}'), WAITS).toBe(1);
    expect(await value('up{job="vitrine"}')).toBe(1);
    expect(await firing(), said).toEqual([]);
  }, 180_000);

  test('a stored file that was changed', async () => {
    const root = join(folder, 'root', 'scan.bin');
    await writeFile(root, 'as it was measured');
    const token = await adminTokenOf(portal.url);
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Scan', version: '1', modalityName: 'MRI' }))
      form.append(key, value);
    const added = await fetch(`${portal.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { data: dataset } = (await added.json()) as { data: AdminDataset };
    await callServer(portal.url, 'POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
      token,
      body: { subsets: [{ path: 'scan/1/scan.bin', source: { import: await realpath(root) } }] },
    });
    const inside = () =>
      callServer<{ subsetList: AdminSubset[] }>(portal.url, 'GET', `/api/v1/admin/dataset/${dataset.id}`, {
        token,
      });
    await expect.poll(async () => (await inside()).subsetList[0]?.sha256, WAITS).toMatch(/^[0-9a-f]{64}$/);
    const body = { status: 'published' };
    await callServer(portal.url, 'PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token, body });
    const user = await approvedUser(portal.url, join(folder, 'data'), 'ada@example.org');
    const { subsetList } = await callServer<{ subsetList: Subset[] }>(
      portal.url,
      'GET',
      `/api/v1/dataset/${dataset.id}`,
      { token: user },
    );
    const link = `${portal.url}${subsetList[0]?.downloadUrl}`;
    expect((await fetch(link)).status).toBe(200);
    await writeFile(root, 'as somebody would have had it');
    expect((await fetch(link)).status).toBe(503);
    await expect.poll(firing, WAITS).toContain('VitrineFileDamaged');
  }, 240_000);

  test('a database that is away', async () => {
    expect(await firing()).not.toContain('VitrineNotReady');
    await postgres.stop();
    await expect.poll(firing, WAITS).toContain('VitrineNotReady');
    expect(await firing(), 'it answers all the while').not.toContain('VitrineDown');
  }, 240_000);

  test('a server that was killed', async () => {
    await portal.end('SIGKILL');
    await expect.poll(firing, WAITS).toContain('VitrineDown');
  }, 240_000);
});
