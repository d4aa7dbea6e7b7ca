/**
 * Taking a large file in, against `cp` of the same file on the same disk (performance.md, "Hashing and uploads").
 *
 *   node bench/uploads.ts [MiB] [rounds]
 *
 * 2,048 MiB in 5 rounds when absent; the peers take turns, and the medians are compared. The sender is curl over the
 * loopback. What the receiving process computes for each GiB is told beside the time: sender, hash thread, server and
 * the disk's own work share the cores, so that on two of them the ratio is bounded. "not hashed" is the same receiver
 * with the same fdatasync in a bare HTTP server, without hash and book.
 *
 * A hashed upload takes at least as long as one not hashed, as one thread takes to hash the file, and as the cores take
 * for both together; the last line tells how near ours comes to the longest of these. It depends on the processor: where
 * it knows SHA-256 by itself ("sha_ni"), hashing takes less than receiving; elsewhere several times as much.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { receive } from '../server/ingest/index.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../tests/support/server-process.ts';

const run = promisify(execFile);
const [MEGABYTES = 2_048, ROUNDS = 5] = process.argv.slice(2).map(Number);
const SIZE = MEGABYTES * 1024 * 1024;
const PIECE = 16 * 1024 * 1024;
/** Linux counts CPU time in hundredths. */
const TICKS = 100;

/** CPU seconds so far: of the whole process, and of its main thread. */
function cpuOf(pid: number | undefined): [whole: number, main: number] {
  const seconds = (path: string) => {
    const [, rest = ''] = readFileSync(path, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  };
  return [seconds(`/proc/${pid}/stat`), seconds(`/proc/${pid}/task/${pid}/stat`)];
}

/** CPU seconds so far of all that the machine did: sender, receiver, and the kernel's writing. */
const machineCpu = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0) / 1_000;

/** The receiver alone. */
async function bare(path: string): Promise<void> {
  const server = createServer(async (request, response) => {
    const file = await open(path, 'w');
    await receive(request, file, { offset: 0, end: SIZE, onProgress: () => {} });
    await file.datasync();
    await file.close();
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

/** Runs the receiver alone in a process of its own. */
async function startBare(path: string): Promise<{ url: string; pid: number | undefined; end: () => void }> {
  const child = spawn(process.execPath, [process.argv[1] ?? '', String(MEGABYTES)], {
    env: { ...process.env, BENCH_BARE: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid, end: () => child.kill() };
}

async function begin({ url }: ServerProcess, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/admin/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'upload-length': String(SIZE),
      'upload-metadata': `filename ${btoa('large.bin')}`,
    },
  });
  return url + (answer.headers.get('location') ?? '');
}

const curl = (...args: string[]) =>
  run('curl', ['-sS', '--fail', '-o', '/dev/null', '-H', 'Expect:', ...args]);
const patchHead = (token: string, offset: number) => [
  ...['-X', 'PATCH', '-H', `Authorization: Bearer ${token}`, '-H', 'Tus-Resumable: 1.0.0'],
  ...['-H', `Upload-Offset: ${offset}`, '-H', 'Content-Type: application/offset+octet-stream'],
];

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const source = join(folder, 'source.bin');
  execFileSync('sh', ['-c', `head -c ${SIZE} /dev/urandom > "${source}" && sync "${source}"`]);
  const server = await startServer(join(folder, 'data'));
  const alone = await startBare(join(folder, 'bare.bin'));
  let token = await adminTokenOf(server.url);
  const remove = (url: string) =>
    fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' } });

  async function byPieces(): Promise<void> {
    const url = await begin(server, token);
    const file = await open(source, 'r');
    const buffer = Buffer.allocUnsafe(PIECE);
    for (let offset = 0; offset < SIZE; ) {
      const { bytesRead } = await file.read(buffer, 0, PIECE, offset);
      const answer = await fetch(url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: buffer.subarray(0, bytesRead),
      });
      if (answer.status !== 204) throw new Error(`a piece was answered with ${answer.status}`);
      offset += bytesRead;
    }
    await file.close();
    after = () => remove(url);
  }

  let after: () => Promise<unknown> = async () => {};
  const peers: Record<string, () => Promise<void>> = {
    cp: async () => {
      await run('cp', [source, join(folder, 'copy.bin')]);
      after = () => rm(join(folder, 'copy.bin'));
    },
    'cp and sync': async () => {
      await run('sh', ['-c', `cp "${source}" "${folder}/copy.bin" && sync "${folder}/copy.bin"`]);
      after = () => rm(join(folder, 'copy.bin'));
    },
    'one PATCH, hashed': async () => {
      const url = await begin(server, token);
      await curl(...patchHead(token, 0), '-T', source, url);
      after = () => remove(url);
    },
    'hashed by openssl, no upload': async () => {
      await run('openssl', ['dgst', '-sha256', source]);
    },
    'the same, not hashed': async () => {
      await curl('-X', 'PATCH', '-T', source, alone.url);
      after = () => rm(join(folder, 'bare.bin'));
    },
    'pieces of 16 MiB, hashed': byPieces,
    'multipart, hashed inline': async () => {
      const name = `m${Math.random()}`;
      const fields = [`name=${name}`, 'version=1', 'modalityName=x', `subsets=@${source}`].flatMap(
        (field) => ['-F', field],
      );
      await curl('-H', `Authorization: Bearer ${token}`, ...fields, `${server.url}/api/v1/admin/addDataset`);
    },
  };

  const times: Record<string, number[]> = {};
  const cpu: Record<string, [number, number, number][]> = {};
  try {
    for (let round = 0; round < ROUNDS; round++) {
      token = await adminTokenOf(server.url);
      for (const [name, peer] of Object.entries(peers)) {
        after = async () => {};
        const pid = name === 'the same, not hashed' ? alone.pid : server.child.pid;
        const before = [...cpuOf(pid), machineCpu()];
        const began = performance.now();
        await peer();
        const seconds = (performance.now() - began) / 1_000;
        const used = [...cpuOf(pid), machineCpu()].map((now, i) => now - (before[i] ?? 0));
        cpu[name] = [...(cpu[name] ?? []), used as [number, number, number]];
        times[name] = [...(times[name] ?? []), seconds];
        await after();
      }
    }
  } finally {
    alone.end();
    await server.end();
    await rm(folder, { recursive: true, force: true });
  }
  report(times, cpu);
}

function report(times: Record<string, number[]>, cpu: Record<string, [number, number, number][]>): void {
  const middle = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const median = (name: string) => middle(times[name] ?? []);
  const usedBy = (name: string, i: 0 | 1 | 2) => middle((cpu[name] ?? []).map((one) => one[i]));
  const perGiB = (name: string, i: 0 | 1 | 2) => (usedBy(name, i) * 1_024) / MEGABYTES;
  const cp = median('cp');
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');
  console.log(`${MEGABYTES} MiB, median of ${ROUNDS}; load average ${load}\n`);
  for (const name of Object.keys(times)) {
    const seconds = median(name);
    const used = `   CPU s/GiB: machine ${perGiB(name, 2).toFixed(2)}`;
    const ours = `, server ${perGiB(name, 0).toFixed(2)}, its main thread ${perGiB(name, 1).toFixed(2)}`;
    console.log(
      `${name.padEnd(28)} ${seconds.toFixed(2).padStart(7)} s   ${(cp / seconds).toFixed(2)} of cp${used}` +
        (name.startsWith('cp') || name.includes('openssl') ? '' : ours),
    );
  }
  const hashed = median('one PATCH, hashed');
  const plain = median('the same, not hashed');
  const alone = median('hashed by openssl, no upload');
  const together =
    (usedBy('the same, not hashed', 2) + usedBy('hashed by openssl, no upload', 2)) / availableParallelism();
  const bound = Math.max(plain, alone, together);
  const rows: [string, number, number][] = [
    ['a hashed upload, of cp', cp / hashed, 0.3],
    ['a hashed upload, of one not hashed', plain / hashed, 0.65],
    ['multipart, of cp', cp / median('multipart, hashed inline'), 0.25],
  ];
  console.log('');
  for (const [what, is, target] of rows) {
    console.log(
      `${what.padEnd(38)} ${is.toFixed(2)}   target ${target}   ${is >= target ? 'met' : 'MISSED'}`,
    );
  }
  console.log(
    `\nNo hashed upload takes less than ${bound.toFixed(2)} s here (not hashed ${plain.toFixed(2)}, one thread's hashing ` +
      `${alone.toFixed(2)}, both over ${availableParallelism()} cores ${together.toFixed(2)}): ours comes to ${(bound / hashed).toFixed(2)} of it, ` +
      `and an upload at that bound would be ${(plain / bound).toFixed(2)} of one not hashed.`,
  );
}

if (process.env.BENCH_BARE !== undefined) {
  await bare(process.env.BENCH_BARE);
} else {
  await compare();
}
