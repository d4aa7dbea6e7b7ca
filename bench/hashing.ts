/**
 * How fast the workers hash a local file, against `openssl dgst -sha256`, and what the event loop notices of it.
 *
 *   node bench/hashing.ts [GiB]
 *
 * One file in the page cache, 2 GiB unless told otherwise. In each round all peers take their turn, one reader of the
 * file and then two at once; told are the medians of the rounds and their ratios. "SHA-256" is what scrubbing does,
 * "SHA-256 and CRC-32" what the taking-in of files does. The workers have the lowest priority, niceness 19, so openssl gets it, too.
 */
import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { hashPool } from '../server/hashing/index.ts';

const ROUNDS = 5;
const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
const TARGET = 0.9;
const size = Number(process.argv[2] ?? 2) * GiB;
const run = promisify(execFile);

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const file = join(folder, 'file.bin');
const pools = { one: hashPool(1), two: hashPool(2) };
try {
  const handle = await open(file, 'w');
  const block = randomFillSync(Buffer.alloc(8 * MiB));
  for (let at = 0; at < size; at += block.length) await handle.write(block);
  await handle.close();

  const openssl = () => run('nice', ['-n', '19', 'openssl', 'dgst', '-sha256', file]);
  /** Bytes at hand, as they come from an object store: copied to the worker. */
  const streamed = async () => {
    const source = await open(file, 'r');
    await pools.one.digestPieces(async ({ add }) => {
      for await (const piece of source.createReadStream({ highWaterMark: 256 * 1024 })) await add(piece);
    });
  };
  const both = (work: () => Promise<unknown>) => Promise.all([work(), work()]);
  const peers: Record<string, () => Promise<unknown>> = {
    'openssl, 1': openssl,
    'SHA-256, 1': () => pools.one.digestFile(file),
    'SHA-256 of pieces, 1': streamed,
    'SHA-256 and CRC-32, 1': () => pools.one.hashFile(file),
    'openssl, 2': () => both(openssl),
    'SHA-256, 2': () => both(() => pools.two.digestFile(file)),
    'SHA-256 and CRC-32, 2': () => both(() => pools.two.hashFile(file)),
  };

  const { stdout } = await openssl();
  const { sha256 } = await pools.one.hashFile(file);
  if (!stdout.includes(sha256)) throw new Error('the hashes differ');
  await both(() => pools.two.hashFile(file));

  const times: Record<string, number[]> = {};
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, peer] of Object.entries(peers)) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      const took = await seconds(peer);
      delay.disable();
      times[name] = [...(times[name] ?? []), took];
      if (name === 'SHA-256 and CRC-32, 2') delays.push(delay.percentile(99) / 1e6 - 5);
    }
  }

  const rate = (name: string) => ((name.endsWith('2') ? 2 : 1) * size) / MiB / median(times[name] ?? []);
  for (const name of Object.keys(peers))
    console.log(`${name.padEnd(28)}${rate(name).toFixed(0).padStart(6)} MiB/s`);
  const told = [
    ['SHA-256, 1 / openssl', rate('SHA-256, 1') / rate('openssl, 1'), TARGET],
    ['SHA-256, 2 / 2 openssl', rate('SHA-256, 2') / rate('openssl, 2'), TARGET],
    ['SHA-256 of pieces, 1 / openssl', rate('SHA-256 of pieces, 1') / rate('openssl, 1'), undefined],
    ['SHA-256 and CRC-32, 1 / openssl', rate('SHA-256 and CRC-32, 1') / rate('openssl, 1'), undefined],
    ['SHA-256 and CRC-32, 2 / 2 openssl', rate('SHA-256 and CRC-32, 2') / rate('openssl, 2'), undefined],
    ['SHA-256: 2 workers / 1', rate('SHA-256, 2') / rate('SHA-256, 1'), undefined],
    ['openssl: 2 / 1', rate('openssl, 2') / rate('openssl, 1'), undefined],
  ] as const;
  for (const [name, ratio, target] of told) {
    const verdict =
      target === undefined
        ? ''
        : ratio >= target
          ? `  (target ${target}: met)`
          : `  (target ${target}: MISSED)`;
    console.log(`${name.padEnd(38)}${ratio.toFixed(2)}${verdict}`);
  }
  console.log(`event loop's delay with 2 workers, p99: ${median(delays).toFixed(1)} ms`);
} finally {
  await Promise.all(Object.values(pools).map((pool) => pool.close()));
  await rm(folder, { recursive: true, force: true });
}
