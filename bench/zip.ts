/**
 * The computed ZIP against `tar` and `zip -0`, and a range of it against the same range of a plain file.
 *
 *   node bench/zip.ts
 *
 * 1,000 files of 1 MiB in the page cache, stored. In each round everybody runs in turn, in another order; the medians
 * of the ratios within a round count. Ours is measured twice: what makes the bytes, which are dropped, and a real
 * server over HTTP, approval and record included.
 */
import { spawn } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { makeLayout, segmentsOf } from '../server/archive/index.ts';
import { segmentReader } from '../server/delivery/index.ts';
import { openFile } from '../server/storage/index.ts';
import { approvedUser } from '../tests/support/person.ts';
import { adminTokenOf, callServer, startServer } from '../tests/support/server-process.ts';
import { inTurn, median, pairedRatio, table } from './support/figures.ts';
import { runLoad } from './support/http-load.ts';

const MIB = 1 << 20;
const FILES = 1_000;
const ROUNDS = 7;
/** Of the plain file, and of the beginning of the archive that ranges are taken from. */
const PLAIN = 256 * MIB;
/** Bytes of a range. */
const PARTS = [MIB, 32 * MIB];
const TARGET = { tar: 1, zip: 8, range: 0.7 };

/** Seconds per byte that a pipeline of programs takes for the files. */
async function shell(command: string, cwd: string): Promise<number> {
  const began = performance.now();
  const child = spawn('sh', ['-c', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return (performance.now() - began) / 1000 / (FILES * MIB);
}

/** The files: noise, each different. */
async function makeFiles(folder: string): Promise<string[]> {
  await mkdir(folder);
  const noise = Buffer.alloc(MIB);
  const names = Array.from({ length: FILES }, (_, i) => `${String(i).padStart(4, '0')}.bin`);
  for (const name of names) await writeFile(join(folder, name), randomFillSync(noise));
  return names;
}

/** What makes the bytes, alone: layout, headers and files as the sender reads them, into one buffer over and over. */
async function bare(folder: string, names: readonly string[]): Promise<number> {
  const began = performance.now();
  const layout = makeLayout(
    names.map((name) => ({ name, size: MIB, crc32: 0, sha256: '0'.repeat(64), blob: join(folder, name) })),
  );
  const source = { segments: (start: number, end: number) => segmentsOf(layout, start, end), open: openFile };
  const reader = segmentReader(source, 0, layout.size);
  const buffer = Buffer.allocUnsafeSlow(256 * 1024);
  let bytes = 0;
  for (let filled = await reader.fill(buffer); filled > 0; filled = await reader.fill(buffer))
    bytes += filled;
  await reader.close();
  if (bytes !== layout.size) throw new Error(`${bytes} of ${layout.size} bytes`);
  return (performance.now() - began) / 1000 / bytes;
}

/** A published dataset of these files on a running server; the links of an approved user. */
async function publish(url: string, user: string, name: string, paths: readonly string[]) {
  const token = await adminTokenOf(url);
  const body = new FormData();
  for (const [field, value] of Object.entries({ name, version: '1', modalityName: 'Noise' }))
    body.append(field, value);
  for (const path of paths)
    body.append('subsets', await openAsBlob(path), path.slice(path.lastIndexOf('/') + 1));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', headers, body });
  const { data, msg } = (await answer.json()) as { data?: { id: string }; msg: string };
  if (!data) throw new Error(msg);
  await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
  const page = `/api/v1/dataset/${data.id}`;
  return callServer<{ dataset: Dataset; subsetList: Subset[] }>(url, 'GET', page, { token: user });
}

async function main(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-bench-zip-'));
  const dataDir = join(root, 'data');
  const server = await startServer(dataDir);
  const port = Number(new URL(server.url).port);
  try {
    const names = await makeFiles(join(root, 'files'));
    await writeFile(join(root, 'plain.bin'), randomFillSync(Buffer.alloc(PLAIN)));
    const user = await approvedUser(server.url, dataDir, 'bench@example.org');
    const many = await publish(
      server.url,
      user,
      'Many',
      names.map((name) => join(root, 'files', name)),
    );
    const one = await publish(server.url, user, 'One', [join(root, 'plain.bin')]);
    const archive = many.dataset.downloadUrl ?? '';
    const plain = one.subsetList[0]?.downloadUrl ?? '';

    const load = async (path: string, bytes: number, size: number, part?: number) => {
      const done = await runLoad({ port, paths: [path], clients: 1, bytes, size, ...(part ? { part } : {}) });
      return done.seconds / done.bytes;
    };
    const runs: Record<string, () => Promise<number>> = {
      tar: () => shell('tar -cf - files | cat > /dev/null', root),
      zip: () => shell('zip -0 -q -r - files | cat > /dev/null', root),
      bare: () => bare(join(root, 'files'), names),
      http: () => load(archive, many.dataset.size, many.dataset.size),
    };
    for (const part of PARTS) {
      runs[`archive ${part}`] = () => load(archive, PLAIN, PLAIN, part);
      runs[`file ${part}`] = () => load(plain, PLAIN, PLAIN, part);
    }
    // Once unmeasured: code is compiled and files are cached then.
    await inTurn(1, runs);
    report(await inTurn(ROUNDS, runs));
  } finally {
    await server.end();
    await rm(root, { recursive: true, force: true });
  }
}

function report(seconds: Record<string, number[]>): void {
  /** How many times as fast as the other, in the same round. */
  const times = (name: string, other: string): number =>
    pairedRatio(seconds[other] ?? [], seconds[name] ?? []);
  const rate = (name: string): string => (1 / median(seconds[name] ?? []) / MIB).toFixed(0);
  const rows = [
    ['tar | cat', 'tar'],
    ['zip -0 | cat', 'zip'],
    ['ours, bytes made and dropped', 'bare'],
    ['ours, over HTTP', 'http'],
  ] as const;
  const cells = rows.map(([label, name]) => [
    label,
    rate(name),
    times(name, 'tar').toFixed(2),
    times(name, 'zip').toFixed(2),
  ]);
  console.log(`${availableParallelism()} cores, ${FILES} files of 1 MiB, medians of ${ROUNDS} rounds\n`);
  console.log(table([['', 'MiB/s', '× tar', '× zip -0'], ...cells]));
  const ranges = PARTS.map((part) => times(`archive ${part}`, `file ${part}`));
  const rangeCells = PARTS.map((part, i) => [
    `${part / MIB} MiB`,
    rate(`archive ${part}`),
    rate(`file ${part}`),
    (ranges[i] ?? 0).toFixed(2),
  ]);
  console.log(`\n${table([['ranges of', 'archive, MiB/s', 'file, MiB/s', 'ratio'], ...rangeCells])}\n`);
  const judge = (what: string, ratio: number, target: number) =>
    console.log(`${what} ${ratio.toFixed(2)} (target ${target}): ${ratio >= target ? 'reached' : 'missed'}`);
  for (const [label, name] of rows.slice(2)) {
    judge(`${label}, against tar`, times(name, 'tar'), TARGET.tar);
    judge(`${label}, against zip -0`, times(name, 'zip'), TARGET.zip);
  }
  judge('ranges, against those of a file', Math.min(...ranges), TARGET.range);
}

await main();
