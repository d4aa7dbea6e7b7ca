import { Worker } from 'node:worker_threads';
import { AppError } from '../shared/errors.ts';
import type { PasswordAnswer, PasswordFinding, PasswordOrder } from './password-worker.ts';

/** At most two hashes or estimates at once, 40 waiting (threats.md, "Server"). */
const THREADS = 2;
const WAITING = 40;
/** A thread has the next order at hand: it would else rest until this one gets to send it. */
const AT_HAND = 2;

interface Task {
  order: PasswordOrder;
  resolve: (found: PasswordFinding) => void;
  reject: (error: Error) => void;
}

interface Thread {
  worker: Worker;
  /** In the order they were sent, which is the one they are answered in. */
  tasks: Task[];
}

const threads = new Set<Thread>();
const waiting: Task[] = [];

function send(thread: Thread, task: Task): void {
  if (thread.tasks.length === 0) thread.worker.ref();
  thread.tasks.push(task);
  thread.worker.postMessage(task.order);
}

function hear(thread: Thread, answer: PasswordAnswer): void {
  const task = thread.tasks.shift();
  const next = waiting.shift();
  if (next) send(thread, next);
  // One that has nothing to do must not keep the process alive.
  if (thread.tasks.length === 0) thread.worker.unref();
  if ('failed' in answer) task?.reject(new Error(answer.failed));
  else task?.resolve(answer.found);
}

/** What such a thread had at hand fails, and another one does what waits. */
function end(thread: Thread, error: Error): void {
  if (!threads.delete(thread)) return;
  for (const task of thread.tasks) task.reject(error);
  for (const task of waiting.splice(0)) place(task);
}

function begin(): Thread {
  const worker = new Worker(new URL('./password-worker.ts', import.meta.url), { name: 'passwords' });
  const thread: Thread = { worker, tasks: [] };
  worker.on('message', (answer: PasswordAnswer) => hear(thread, answer));
  worker.on('error', (error) => end(thread, error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(thread, new Error('a thread for passwords ended')));
  threads.add(thread);
  return thread;
}

/** Into the thread with the least to do, or a further one, or the queue. */
function place(task: Task): void {
  let best: Thread | undefined;
  for (const one of threads) if (!best || one.tasks.length < best.tasks.length) best = one;
  if (!best || (best.tasks.length > 0 && threads.size < THREADS)) best = begin();
  if (best.tasks.length < AT_HAND) send(best, task);
  else waiting.push(task);
}

function atHand(): number {
  let count = 0;
  for (const { tasks } of threads) count += tasks.length;
  return count;
}

/** @throws AppError 503 when too many already wait */
export function inPasswordThread(order: PasswordOrder): Promise<PasswordFinding> {
  if (atHand() + waiting.length >= THREADS + WAITING) {
    throw new AppError(503, 'Many people are signing in right now. Please try again in a moment.', {
      retryAfter: 2,
    });
  }
  return new Promise((resolve, reject) => place({ order, resolve, reject }));
}
