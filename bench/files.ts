/**
 * The tree of a dataset with a folder of 100,000 files, its files by their own addresses, and its manifests, on both databases.
 *
 *   node bench/files.ts [files] [SQLite|PostgreSQL]
 *
 * A real server process; the files, of 20 bytes each, are registered in place. Every question is asked one after the
 * other; `first` is what nobody asked before, with nothing in memory where that is said. How long the event loop was
 * held stands beside what the same monitor saw in a process that does nothing.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileUrl } from '../contract/file-url.ts';
import { manifestFormats, manifestUrl } from '../contract/manifest.ts';
import { approvedUser } from '../tests/support/person.ts';
import { adminTokenOf, callServer } from '../tests/support/server-process.ts';
import { median, quantile, table } from './support/figures.ts';
import { benchPostgres } from './support/postgres.ts';
import { idleProcess, type WatchedServer, watchedServer } from './support/watched-server.ts';

const FILES = Number(process.argv[2] ?? 100_000);
/** With a tenth as many in folders. */
const ALL = FILES + Math.floor(FILES / 100) * 10;
const REPEATS = 60;
/** Of a manifest of all files, up to 34 MB. */
const MANIFESTS = 5;
const PAGE = 50;
/** ms, p95 (releases.md, "Files"). */
const TARGET = 100;
/** ms that a manifest may hold the event loop for longer than an idle process is held. */
const HELD = 50;
const misses: string[] = [];
const ms = (value: number): string => value.toFixed(1);

/** `flat/` with all files, and `deep/` with a tenth of them in folders of ten. */
async function makeFiles(root: string): Promise<void> {
  await mkdir(join(root, 'flat'), { recursive: true });
  for (let i = 0; i < FILES; i++)
    await writeFile(join(root, 'flat', `sub-${String(i).padStart(6, '0')}_bold.nii.gz`), `file number ${i}`);
  for (let i = 0; i < ALL - FILES; i += 10) {
    const folder = join(root, 'deep', `session ${i}`, 'func');
    await mkdir(folder, { recursive: true });
    for (let n = i; n < i + 10; n++) await writeFile(join(folder, `${n}.csv`), `row ${n}`);
  }
}

async function published(server: WatchedServer, root: string): Promise<string> {
  const token = await adminTokenOf(server.url);
  const body = new FormData();
  for (const [key, value] of Object.entries({ name: 'Many', version: '1', modalityName: 'MRI' }))
    body.append(key, value);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', headers, body });
  const { id } = ((await added.json()) as { data: { id: string } }).data;
  await callServer(server.url, 'POST', `/api/v1/admin/addSubsets/${id}`, {
    token,
    body: {
      subsets: ['flat', 'deep'].map((name) => ({
        path: `many/many-1/${name}.zip`,
        source: { import: join(root, name) },
      })),
    },
  });
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${id}`, {
    token,
    body: { status: 'published' },
  });
  for (;;) {
    const { totals } = await callServer<{ totals: { files: number } }>(
      server.url,
      'GET',
      `/api/v1/dataset/${id}/files`,
    );
    if (totals.files >= ALL) return id;
    await sleep(500);
  }
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await ask();
  return performance.now() - began;
}

async function measure(name: string, dataDir: string, root: string, databaseUrl?: string): Promise<void> {
  const idle = idleProcess();
  let server = await watchedServer(dataDir, databaseUrl);
  const id = await published(server, root);
  // Anew: nothing is in memory.
  await server.end();
  server = await watchedServer(dataDir, databaseUrl);
  const before = await server.memory();
  const token = await approvedUser(server.url, dataDir, 'reader@example.org');
  const last = Math.ceil(FILES / PAGE);
  const tree = (query: string) => async () => {
    const answer = await fetch(`${server.url}/api/v1/dataset/${id}/files?pageSize=${PAGE}&${query}`);
    const { code } = (await answer.json()) as { code: number };
    if (code !== 200) throw new Error(`${query}: ${code}`);
  };
  let file = 0;
  const questions: Record<string, () => Promise<unknown>> = {
    'top (first: nothing in memory)': tree(''),
    'folder, first page': tree('prefix=flat'),
    'folder, middle': tree(`prefix=flat&pageIndex=${last >> 1}`),
    'folder, last': tree(`prefix=flat&pageIndex=${last}`),
    'many folders, last': tree(`prefix=deep&pageIndex=${Math.ceil(FILES / 100 / PAGE)}`),
    'recursive, last': tree(`recursive=true&pageIndex=${last}`),
    'keyword, most match': tree(`keyword=BOLD&pageIndex=${last}`),
    'keyword, none matches': tree('keyword=nowhere'),
    'one file': async () => {
      const path = `flat/sub-${String(file++).padStart(6, '0')}_bold.nii.gz`;
      const answer = await fetch(server.url + fileUrl(id, path, { token }));
      if (!(await answer.text()).startsWith('file number')) throw new Error(path);
    },
  };
  const manifests = Object.fromEntries(
    manifestFormats.map((format) => [
      `manifest, ${format}`,
      async () => {
        const answer = await fetch(server.url + manifestUrl(id, { format, token }));
        if (answer.status !== 200) throw new Error(`${format}: ${answer.status}`);
        await answer.arrayBuffer();
      },
    ]),
  );
  const rows = [['ms', 'first', 'p50', 'p95', 'loop held', 'an idle one']];
  for (const [what, ask] of Object.entries({ ...questions, ...manifests })) {
    await Promise.all([server.longestHold(), idle.longestHold()]);
    const first = await timed(ask);
    const times: number[] = [];
    const isPage = what in questions;
    for (let n = 0; n < (isPage ? REPEATS : MANIFESTS); n++) times.push(await timed(ask));
    times.sort((a, b) => a - b);
    const p95 = quantile(times, 0.95);
    const held = await Promise.all([server.longestHold(), idle.longestHold()]);
    rows.push([what, ms(first), ms(median(times)), ms(p95), ...held.map(ms)]);
    const [ours, others] = held;
    if (!isPage && ours - others > HELD)
      misses.push(`${name}, ${what}: held ${ms(ours - others)} ms of ${HELD}`);
    if (isPage && p95 > TARGET) misses.push(`${name}, ${what}: p95 ${ms(p95)} ms of ${TARGET}`);
  }
  const grown = ((await server.memory()) - before) / 2 ** 20;
  console.log(`\n${name}, ${ALL} files; the server grew by ${grown.toFixed(0)} MiB\n\n${table(rows)}`);
  await server.end();
  await idle.end();
}

const root = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-bench-files-')));
process.env.IMPORT_ROOTS = root;
await makeFiles(root);
const databases = {
  SQLite: async (dataDir: string) => measure('SQLite', dataDir, root),
  PostgreSQL: async (dataDir: string) => {
    const postgres = await benchPostgres();
    if (!postgres) throw new Error('PostgreSQL could not be started here');
    await measure('PostgreSQL', dataDir, root, postgres.url).finally(postgres.end);
  },
};
for (const [name, run] of Object.entries(databases)) {
  if ((process.argv[3] ?? name) !== name) continue;
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-data-'));
  await run(dataDir);
  await rm(dataDir, { recursive: true });
}
await rm(root, { recursive: true });
for (const miss of misses) console.log(`MISSED: ${miss}`);
process.exitCode = misses.length === 0 ? 0 : 1;
