import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { FromHasher, ToHasher } from './hash-behind.ts';

/** Bytes per read: large enough to amortise the call, small enough to alternate between files. */
const READ = 1024 * 1024;

interface Task {
  path: string;
  /** Open only while there is something to read: an idle upload holds no descriptor. */
  fd: number | undefined;
  sha256: Hash;
  crc: number;
  at: number;
  to: number;
  size: number;
}

const port = parentPort;
if (!port) throw new Error('runs as a worker');
const buffer = Buffer.allocUnsafeSlow(READ);
const tasks = new Map<string, Task>();
let running = false;

const tell = (message: FromHasher): void => port.postMessage(message);

function close(task: Task): void {
  if (task.fd !== undefined) closeSync(task.fd);
  task.fd = undefined;
}

function end(key: string, task: Task): void {
  tasks.delete(key);
  close(task);
}

/**
 * Hashes the next chunk of a file.
 * @returns whether there was one
 */
function advance(key: string, task: Task): boolean {
  try {
    if (task.at < task.to) {
      task.fd ??= openSync(task.path, 'r');
      const bytes = readSync(task.fd, buffer, 0, Math.min(READ, task.to - task.at), task.at);
      if (bytes === 0) throw new Error('the file is shorter than what was written');
      const piece = buffer.subarray(0, bytes);
      task.sha256.update(piece);
      task.crc = crc32(piece, task.crc);
      task.at += bytes;
    }
    if (task.at === task.size) {
      end(key, task);
      tell({ key, sha256: task.sha256.digest('hex'), crc32: task.crc });
    }
    if (task.at < task.to) return true;
    close(task);
    return false;
  } catch (error) {
    end(key, task);
    tell({ key, failure: String(error) });
    return false;
  }
}

function run(): void {
  let more = false;
  for (const [key, task] of tasks) more = advance(key, task) || more;
  running = more;
  if (more) setImmediate(run);
}

port.on('message', (message: ToHasher) => {
  const task = tasks.get(message.key);
  if ('drop' in message) {
    if (task) end(message.key, task);
    return;
  }
  const { key, path, to, size } = message;
  if (task) task.to = Math.max(task.to, to);
  else tasks.set(key, { path, fd: undefined, sha256: createHash('sha256'), crc: 0, at: 0, to, size });
  if (!running) {
    running = true;
    setImmediate(run);
  }
});
