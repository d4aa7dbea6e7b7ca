import { createHash, type Hash } from 'node:crypto';
import { on } from 'node:events';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { openUnlinkedSync } from '../shared/open-in-place.ts';
import { giveWay } from '../workers/thread-priority.ts';
import type {
  Digested,
  Failure,
  FileOrder,
  FileRange,
  HashedFile,
  PieceOrder,
  Progress,
  Stop,
} from './messages.ts';

/** Bytes per read (measured): smaller ones cost system calls, larger ones exceed the processor's cache. */
const READ_SIZE = 256 * 1024;
/** Bytes of one file before the task yields to others. */
const TURN = 64 * 1024 * 1024;
/** ms between progress messages. */
const PROGRESS_EVERY = 200;

interface Sum {
  sha256: Hash;
  /** undefined: not requested. */
  crc: number | undefined;
  size: number;
}

const buffer = Buffer.allocUnsafeSlow(READ_SIZE);

const changed = () => new Error('The file changed while it was read.');
const newSum = (crc: Sum['crc']): Sum => ({ sha256: createHash('sha256'), crc, size: 0 });
const totals = ({ sha256, size }: Sum): Digested => ({ size, sha256: sha256.digest('hex') });

function add(sum: Sum, bytes: Uint8Array): void {
  sum.sha256.update(bytes);
  if (sum.crc !== undefined) sum.crc = crc32(bytes, sum.crc);
  sum.size += bytes.length;
}

function addRange(sum: Sum, { fd, start, end }: FileRange, stop: Stop, tell?: () => void): void {
  for (let at = start; at < end; ) {
    if (Atomics.load(stop, 0) !== 0) throw new Error('It was stopped.');
    const bytes = readSync(fd, buffer, 0, Math.min(READ_SIZE, end - at), at);
    if (bytes === 0) throw changed();
    add(sum, buffer.subarray(0, bytes));
    at += bytes;
    tell?.();
  }
}

function teller(task: number, sum: Sum): () => void {
  let toldAt = performance.now();
  return () => {
    if (performance.now() - toldAt < PROGRESS_EVERY) return;
    toldAt = performance.now();
    parentPort?.postMessage({ task, bytes: sum.size } satisfies Progress);
  };
}

function factsOf(fd: number): { size: number; mtimeUs: number } {
  const stat = fstatSync(fd, { bigint: true });
  if (!stat.isFile()) throw new Error('It is not a regular file.');
  return { size: Number(stat.size), mtimeUs: Number(stat.mtimeNs / 1_000n) };
}

async function hashOpen(fd: number, { task, crc, stop }: FileOrder): Promise<HashedFile> {
  const facts = factsOf(fd);
  const sum = newSum(crc ? 0 : undefined);
  const tell = teller(task, sum);
  for (let at = 0; at < facts.size; at += TURN) {
    if (at > 0) await turn();
    addRange(sum, { fd, start: at, end: Math.min(at + TURN, facts.size) }, stop, tell);
  }
  const after = factsOf(fd);
  if (after.size !== facts.size || after.mtimeUs !== facts.mtimeUs) throw changed();
  return { ...totals(sum), crc32: sum.crc ?? 0, mtimeUs: facts.mtimeUs };
}

async function hashFile(order: FileOrder): Promise<HashedFile> {
  const { file } = order;
  if (typeof file === 'number') return hashOpen(file, order);
  const fd = openUnlinkedSync(file);
  try {
    return await hashOpen(fd, order);
  } finally {
    closeSync(fd);
  }
}

const failure = ({ message, code }: NodeJS.ErrnoException): Failure => ({
  failed: message,
  ...(code !== undefined && { code }),
});

/** Hashes complete files, in the order of the requests. */
export const hashFiles = (orders: FileOrder[]): Promise<(HashedFile | Failure)[]> =>
  Promise.all(orders.map((order) => hashFile(order).catch(failure)));

/** Hashes pieces received through a port, acknowledging each with the CRC-32 so far, until `end`. */
export async function digestPieces({ port, stop }: { port: MessagePort; stop: Stop }): Promise<Digested> {
  const sum = newSum(undefined);
  for await (const [order] of on(port, 'message', { close: ['close'] })) {
    if (order === 'end') return totals(sum);
    const { piece, crc } = order as PieceOrder;
    sum.crc = crc;
    if (piece instanceof Uint8Array) add(sum, piece);
    else addRange(sum, piece, stop);
    port.postMessage(sum.crc);
  }
  throw new Error('It was stopped.');
}

giveWay();
