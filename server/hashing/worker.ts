import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { openUnlinkedSync } from '../shared/open-in-place.ts';
import { giveWay } from '../workers/thread-priority.ts';
import type { Digested, FileRange, HashedFile, Order, Report, Stop } from './messages.ts';

/** Read at a time (measured): smaller ones cost system calls, larger ones leave the processor's cache. */
const READ_SIZE = 256 * 1024;
/** Of one file, before other tasks get their turn. */
const TURN = 64 * 1024 * 1024;
/** Hashes that are told together: a part of what there is at hand, so that this thread need not wait for more. */
const TOGETHER = 8;
/** No answer waits for a file that is larger than this. */
const SMALL = 4 * 1024 * 1024;
/** ms. */
const PROGRESS_EVERY = 200;

type FileOrder = Extract<Order, { do: 'file' }>;

interface Sum {
  sha256: Hash;
  /** undefined: not wanted. */
  crc: number | undefined;
  size: number;
  /** When progress was told last. */
  toldAt: number;
}

const buffer = Buffer.allocUnsafeSlow(READ_SIZE);
const rows = new Map<number, Sum>();

/** Answers that wait for others, so that one message carries several. */
const ready: Report[] = [];
/** Orders that are here and not yet answered. */
let open = 0;

function flush(): void {
  if (ready.length > 0) parentPort?.postMessage(ready.splice(0));
}

function report(message: Report): void {
  ready.push(message);
  if (message.is !== 'hashed' || ready.length >= TOGETHER || open === 0) flush();
}

const changed = () => new Error('The file changed while it was read.');
const newSum = (crc: Sum['crc']): Sum => ({
  sha256: createHash('sha256'),
  crc,
  size: 0,
  toldAt: performance.now(),
});

const totals = ({ sha256, size }: Sum): Digested => ({ size, sha256: sha256.digest('hex') });

function add(sum: Sum, bytes: Uint8Array): void {
  sum.sha256.update(bytes);
  if (sum.crc !== undefined) sum.crc = crc32(bytes, sum.crc);
  sum.size += bytes.length;
}

function tell(task: number, sum: Sum): void {
  if (performance.now() - sum.toldAt < PROGRESS_EVERY) return;
  sum.toldAt = performance.now();
  report({ task, is: 'progress', bytes: sum.size });
}

function factsOf(fd: number): { size: number; mtimeUs: number } {
  const stat = fstatSync(fd, { bigint: true });
  if (!stat.isFile()) throw new Error('It is not a regular file.');
  return { size: Number(stat.size), mtimeUs: Number(stat.mtimeNs / 1_000n) };
}

function addRange(task: number, sum: Sum, { fd, start, end }: FileRange, stop: Stop): void {
  for (let at = start; at < end; ) {
    if (Atomics.load(stop, 0) !== 0) throw new Error('It was stopped.');
    const bytes = readSync(fd, buffer, 0, Math.min(READ_SIZE, end - at), at);
    if (bytes === 0) throw changed();
    add(sum, buffer.subarray(0, bytes));
    at += bytes;
    tell(task, sum);
  }
}

async function hashFile({ task, file, crc, stop }: FileOrder): Promise<Digested & Partial<HashedFile>> {
  const fd = typeof file === 'number' ? file : openUnlinkedSync(file);
  try {
    const facts = factsOf(fd);
    if (facts.size > SMALL) flush();
    const sum = newSum(crc ? 0 : undefined);
    for (let at = 0; at < facts.size; at += TURN) {
      if (at > 0) await turn();
      addRange(task, sum, { fd, start: at, end: Math.min(at + TURN, facts.size) }, stop);
    }
    const after = factsOf(fd);
    if (after.size !== facts.size || after.mtimeUs !== facts.mtimeUs) throw changed();
    const found = { ...totals(sum), mtimeUs: facts.mtimeUs };
    return sum.crc === undefined ? found : { ...found, crc32: sum.crc };
  } finally {
    if (typeof file === 'string') closeSync(fd);
  }
}

/** @returns the order's answer */
async function obey(order: Order): Promise<Report | undefined> {
  const { task } = order;
  if (order.do === 'file') return { task, is: 'hashed', hashed: await hashFile(order) };
  const sum = rows.get(task) ?? newSum(undefined);
  if (order.do === 'add') {
    rows.set(task, sum);
    const { piece, crc, stop } = order;
    sum.crc = crc;
    if (piece instanceof Uint8Array) add(sum, piece);
    else addRange(task, sum, piece, stop);
    return { task, is: 'added', bytes: sum.size, crc: sum.crc };
  }
  rows.delete(task);
  return order.do === 'end' ? { task, is: 'hashed', hashed: totals(sum) } : undefined;
}

function failure({ task }: Order, { message, code }: NodeJS.ErrnoException): Report {
  rows.delete(task);
  return { task, is: 'failed', message, code };
}

giveWay();
parentPort?.on('message', (orders: Order[]) => {
  open += orders.length;
  for (const order of orders) {
    void obey(order)
      .catch((error) => failure(order, error))
      .then((answer) => {
        open -= 1;
        if (answer) report(answer);
        else if (open === 0) flush();
      });
  }
});
