// @module-tag guards
import { once } from 'node:events';
import { mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset, picture } from '../../server/testing/forms.ts';
import type { Shown } from '../../server/testing/import-root.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds } from '../support/guards.ts';
import { approvedUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const WHOLE = 'All 2 files verified at most 1 day ago';
const DAMAGED = '1 of 2 files damaged, changed or missing; the laboratory is told';

let folder: string;
let server: ServerProcess;
const badgeOf = (id: string): string => `${server.url}/api/v1/dataset/${id}/fixity.svg`;
let whole: string;
let damaged: string;

async function publish(name: string, placed: string[]): Promise<string> {
  const token = await adminTokenOf(server.url);
  const image = await picture('png', 640, 400);
  const body = form(newDataset(name), ['samples', image, 'a.png'], ['subsets', 'text', 'a.txt']);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { id } = ((await added.json()) as { data: Dataset }).data;
  const subsets = placed.map((file) => ({ path: `${id}/b.txt`, desc: '', source: { import: file } }));
  await callServer(server.url, 'POST', `/api/v1/admin/addSubsets/${id}`, { token, body: { subsets } });
  const status = { status: 'published' };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: status });
  await vi.waitFor(
    async () => {
      const path = `/api/v1/admin/dataset/${id}`;
      const { subsetList } = await callServer<Shown>(server.url, 'GET', path, { token });
      for (const { sha256 } of subsetList) expect(sha256).not.toBeNull();
    },
    { timeout: 30_000, interval: 100 },
  );
  return id;
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-fixity-')));
  const root = await mkdtemp(join(folder, 'root-'));
  const dataDir = join(folder, 'data');
  server = await startServer(dataDir, { IMPORT_ROOTS: root });
  const [one, other] = [join(root, 'one.txt'), join(root, 'other.txt')];
  for (const file of [one, other]) await writeFile(file, 'in place');
  whole = await publish('Whole', [one]);
  damaged = await publish('Damaged', [other]);
  await rename(other, `${other}.away`);
  // Somebody meets it before the scrub does.
  const token = await approvedUser(server.url, dataDir, 'reader@example.org');
  const path = `/api/v1/download/${damaged}/${damaged}/b.txt`;
  const met = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(met.status).toBe(503);
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

inBrowser('how a dataset’s files are, on its page', (desk) => {
  for (const javaScriptEnabled of [false, true])
    test(`said in words, ${javaScriptEnabled ? 'and the same after hydration' : 'without JavaScript'}`, async () => {
      const { context, page, complaints } = await desk.person({ javaScriptEnabled });
      await page.goto(`${server.url}/datasetDetail/${whole}`);
      await page.getByText(WHOLE, { exact: true }).waitFor();
      await page.goto(`${server.url}/datasetDetail/${damaged}`);
      await page.getByText(DAMAGED, { exact: true }).waitFor();
      expect(complaints.list).toEqual([]);
      await context.close();
    });

  test('in Chinese, too', async () => {
    const { context, page } = await desk.person({ locale: 'zh-CN' });
    await page.goto(`${server.url}/datasetDetail/${whole}`);
    await page.getByText('全部 2 个文件在 1 天内校验无误', { exact: true }).waitFor();
    await page.goto(`${server.url}/datasetDetail/${damaged}`);
    await page.getByText('2 个文件中 1 个损坏、更改或缺失；实验室会收到通知', { exact: true }).waitFor();
    await context.close();
  });

  for (const { looks, options, round } of guardRounds)
    test(`red: no axe violation, nothing wider${round}`, options, async () => {
      const { context, page } = await desk.person({ reducedMotion: 'reduce' });
      await page.goto(`${server.url}/datasetDetail/${damaged}`);
      await page.getByText(DAMAGED, { exact: true }).waitFor();
      expect(await findings(page, looks)).toEqual([]);
      await context.close();
    });

  test('docs/decisions/0033: another site may show the badge, and no other picture', async () => {
    const { context, page, complaints } = await desk.person();
    const { dataset } = await callServer<Shown>(server.url, 'GET', `/api/v1/dataset/${whole}`);
    // Another origin, and one that lets in only what says that it may be embedded.
    const elsewhere = createServer((_, answer) =>
      answer
        .writeHead(200, { 'content-type': 'text/html', 'cross-origin-embedder-policy': 'require-corp' })
        .end(
          `<!doctype html><img alt="badge" src="${badgeOf(whole)}">
            <img alt="refused" src="${server.url}/static/${dataset.samples}">`,
        ),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
    const widthOf = (alt: string) =>
      page.getByAltText(alt).evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
    expect(await widthOf('badge')).toBeGreaterThan(100);
    expect(await widthOf('refused'), 'the policy is in force').toBe(0);
    expect(complaints.list).toEqual([]);

    for (const id of [whole, damaged]) {
      await page.goto(badgeOf(id), { waitUntil: 'load' });
      const title = await page.locator('title').textContent();
      expect(title).toMatch(id === whole ? WHOLE : DAMAGED);
    }
    await context.close();
  });
});
