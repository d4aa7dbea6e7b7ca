import type { RunningUpload } from './send-file.ts';

/**
 * - `sending`: its files are queued or being sent
 * - `signed out`: paused until the next sign-in
 * - `adding`: all is sent, and the subset is being added
 */
export type TaskState = 'sending' | 'paused' | 'signed out' | 'adding' | 'failed';

/** One file of a task. */
export interface Item {
  file: File;
  fingerprint: string;
  relativePath?: string;
  /** Bytes that the server has acknowledged. */
  sent: number;
  url?: string;
  isDone: boolean;
  sending?: RunningUpload;
}

/** An upload that becomes one subset: a file, or a folder with its files. */
export interface Task {
  id: number;
  datasetId: string;
  /** The subset's path. */
  path: string;
  name: string;
  /** Absent for a single file. `id` is the server's, once it is created. */
  folder?: { name: string; id?: string };
  items: Item[];
  state: TaskState;
  /** Of a failure: the cause and the remedy. */
  message: string;
}

export const sizeOf = (task: Task): number => task.items.reduce((sum, { file }) => sum + file.size, 0);
export const sentOf = (task: Task): number => task.items.reduce((sum, { sent }) => sum + sent, 0);
export const doneOf = (task: Task): number => task.items.filter(({ isDone }) => isDone).length;

/** The next file to send, in the order of choosing. */
export function nextItem(tasks: readonly Task[]): { task: Task; item: Item } | undefined {
  for (const task of tasks) {
    if (task.state !== 'sending') continue;
    const item = task.items.find(({ isDone, sending }) => !isDone && !sending);
    if (item) return { task, item };
  }
  return undefined;
}

export const isRunning = ({ state }: Task): boolean => state === 'sending' || state === 'adding';
