import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Rendering, unrendered } from './rendering.ts';

/** What a text may take, ms: ten times what the longest does. */
const LIMIT = 1_000;

interface Task {
  source: string;
  resolve: (rendering: Rendering) => void;
  reject: (error: unknown) => void;
}

const waiting: Task[] = [];
let working = false;
/** Begun when something is rendered for the first time, which most starts of a server never do. */
let thread: Worker | undefined;

async function begin(): Promise<Worker> {
  const worker = new Worker(new URL('./render.worker.ts', import.meta.url), { name: 'markdown' });
  const forget = () => {
    if (thread === worker) thread = undefined;
  };
  worker.on('error', forget);
  worker.on('exit', forget);
  await once(worker, 'message');
  return worker;
}

/** @returns undefined when the text breaks the parser or takes too long */
async function renderedBy(worker: Worker, source: string): Promise<Rendering | undefined> {
  try {
    const answer = once(worker, 'message', { signal: AbortSignal.timeout(LIMIT) });
    worker.postMessage(source);
    const [rendering] = await answer;
    return rendering as Rendering;
  } catch {
    thread = undefined;
    await worker.terminate();
    return undefined;
  }
}

/** All that wait, one after the other. */
async function work(): Promise<void> {
  working = true;
  thread?.ref();
  for (let task = waiting.shift(); task; task = waiting.shift()) {
    try {
      thread ??= await begin();
      task.resolve((await renderedBy(thread, task.source)) ?? unrendered(task.source));
    } catch (error) {
      task.reject(error);
    }
  }
  // One that has nothing to do must not keep the process alive.
  thread?.unref();
  working = false;
}

/** Renders a description in a thread beside the one that answers; what takes over a second is shown as plain text. */
export function renderInThread(source: string): Promise<Rendering> {
  return new Promise((resolve, reject) => {
    waiting.push({ source, resolve, reject });
    if (!working) void work();
  });
}
