import type { RunningUpload } from './send-file.ts';

/**
 * - `sending`: it has turns; its files wait or run
 * - `signed out`: stops until somebody has signed in again
 * - `adding`: all is sent, the dataset takes it
 */
export type TaskState = 'sending' | 'paused' | 'signed out' | 'adding' | 'failed';

/** One file of a task. */
export interface Item {
  file: File;
  fingerprint: string;
  relativePath?: string;
  /** Bytes that the server has. */
  sent: number;
  url?: string;
  isDone: boolean;
  sending?: RunningUpload;
}

/** What becomes one subset: a file, or a folder with its files. */
export interface Task {
  id: number;
  datasetId: string;
  /** The subset's path. */
  path: string;
  name: string;
  /** Absent for a single file. `id` is the server's, once it is begun. */
  folder?: { name: string; id?: string };
  items: Item[];
  state: TaskState;
  /** Of a failure: what happened and what to do. */
  message: string;
}

export const sizeOf = (task: Task): number => task.items.reduce((sum, { file }) => sum + file.size, 0);
export const sentOf = (task: Task): number => task.items.reduce((sum, { sent }) => sum + sent, 0);
export const doneOf = (task: Task): number => task.items.filter(({ isDone }) => isDone).length;

/** The next file that may be sent, in the order in which they were chosen. */
export function nextItem(tasks: readonly Task[]): { task: Task; item: Item } | undefined {
  for (const task of tasks) {
    if (task.state !== 'sending') continue;
    const item = task.items.find(({ isDone, sending }) => !isDone && !sending);
    if (item) return { task, item };
  }
  return undefined;
}

export const isRunning = ({ state }: Task): boolean => state === 'sending' || state === 'adding';
