import { tUploads as words } from '#texts/uploads';
import { addSubsets } from '../../../../contract/dataset-admin.ts';
import { CallError, call } from '../../../api/call.ts';
import { clearToken, readToken } from '../../../session/tokens.ts';
import { keep, type Sample, speedOf } from '../../../ui/mantine/upload/transfer.ts';
import { createStore } from '../../../ui/store.ts';
import type { ChosenFolder } from './chosen.ts';
import { folderOf } from './folder-of.ts';
import { fingerprintOf, forget, forgetFolder, recall, remember } from './remembered.ts';
import { discard, type Failure, sendFile } from './send-file.ts';
import { type Item, isRunning, nextItem, sentOf, type Task } from './task.ts';

/** Concurrent files: hides the latency between chunks without saturating the line. */
const AT_ONCE = 3;
/** ms between checks for a new sign-in. */
const SIGN_IN_POLL = 1_500;
/** ms between renders of the progress. */
const RENDER_EVERY = 250;
/** ms before a dataset that could not claim an upload yet is tried again, and the number of attempts. */
const ASK_AGAIN = 3_000;
const ASKS = 40;

let tasks: readonly Task[] = [];
/** A snapshot for the screen. */
export const shownTasks = createStore(tasks);
let samples: Sample[] = [];
let count = 0;
let looking: ReturnType<typeof setInterval> | undefined;
let drawing = false;
const whenAdded = new Set<(path: string) => void>();

/** Updates the screen, throttled. */
function changed(): void {
  if (drawing) return;
  drawing = true;
  setTimeout(() => {
    drawing = false;
    samples = keep(samples, {
      at: performance.now(),
      sent: tasks.reduce((sum, task) => sum + sentOf(task), 0),
    });
    tasks = [...tasks];
    shownTasks.set(tasks);
  }, RENDER_EVERY);
}

function stopSending(task: Task): void {
  for (const item of task.items) {
    item.sending?.stop();
    delete item.sending;
  }
}

function fail(task: Task, message: string): void {
  stopSending(task);
  Object.assign(task, { state: 'failed', message });
  changed();
  pump();
}

/** Pauses until a sign-in, here or in another tab. */
function signedOut(task: Task): void {
  stopSending(task);
  task.state = 'signed out';
  looking ??= setInterval(() => {
    if (readToken('admin') === undefined) return;
    clearInterval(looking);
    looking = undefined;
    for (const one of tasks) if (one.state === 'signed out') one.state = 'sending';
    pump();
  }, SIGN_IN_POLL);
  changed();
}

/** The server's folder was claimed or has expired: creates a new one. */
async function beginFolderAnew(task: Task): Promise<void> {
  stopSending(task);
  if (!task.folder) return;
  delete task.folder.id;
  await forgetFolder(task.datasetId, task.folder.name);
  await forget(task.items.map(({ fingerprint }) => fingerprint));
  for (const item of task.items) {
    delete item.url;
    Object.assign(item, { isDone: false, sent: 0 });
  }
  pump();
}

function failed(task: Task, { status, message }: Failure): void {
  if (task.state !== 'sending') return;
  if (status === 401) signedOut(task);
  else if (status === 410 && task.folder) void beginFolderAnew(task);
  else fail(task, message || (status === 0 ? words.lost : words.unreadable));
}

function refused(task: Task, error: unknown): void {
  const code = error instanceof CallError ? error.code : 0;
  if (code === 401 || code === 6401) {
    if (readToken('admin') !== undefined) clearToken('admin');
    signedOut(task);
  } else fail(task, (error instanceof CallError && error.message) || words.lost);
}

/** Whether the dataset cannot claim the upload yet: it is still being transferred to the store. */
const isLate = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 503 ||
    (error.code === 409 && (error.errors ?? []).some(({ path }) => path.endsWith('source'))));

async function send(task: Task, item: Item): Promise<void> {
  let stopped = false;
  // Set synchronously, so that the next round picks another file.
  const ticket = {
    stop: () => {
      stopped = true;
    },
  };
  item.sending = ticket;
  let folder: string | undefined;
  try {
    folder = await folderOf(task);
  } catch (error) {
    if (!stopped) refused(task, error);
    return;
  }
  const known = await recall(item.fingerprint);
  // One of a folder that another tab sends, or that was begun anew, is another upload.
  item.url ??= (known?.folder?.id === folder && known?.url) || '';
  if (stopped) return;
  const metadata = {
    filename: item.file.name,
    ...(folder !== undefined &&
      item.relativePath !== undefined && { folder, relativePath: item.relativePath }),
  };
  item.sending = sendFile({
    file: item.file,
    metadata,
    url: item.url || undefined,
    onUrl(url) {
      item.url = url;
      void remember({
        fingerprint: item.fingerprint,
        datasetId: task.datasetId,
        url,
        name: item.relativePath ?? item.file.name,
        size: item.file.size,
        ...(task.folder && folder !== undefined && { folder: { name: task.folder.name, id: folder } }),
        at: Date.now(),
      });
    },
    onProgress(sent) {
      item.sent = sent;
      changed();
    },
    onDone(url) {
      delete item.sending;
      Object.assign(item, { url, isDone: true, sent: item.file.size });
      changed();
      if (task.items.every(({ isDone }) => isDone)) void add(task);
      pump();
    },
    onFailure(failure) {
      delete item.sending;
      failed(task, failure);
    },
  });
}

const idIn = (url = ''): string => url.slice(url.lastIndexOf('/') + 1);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All bytes are uploaded: adds the subset. */
async function add(task: Task): Promise<void> {
  task.state = 'adding';
  changed();
  const [first] = task.items;
  const source = task.folder?.id ? { folder: task.folder.id } : { upload: idIn(first?.url) };
  const body = { subsets: [{ path: task.path, desc: '', source }] };
  for (let asks = 1; ; asks++) {
    try {
      await call(addSubsets, { params: { id: task.datasetId }, body, quiet: 'even expired' });
      break;
    } catch (error) {
      if (asks >= ASKS || !isLate(error)) return refused(task, error);
      await sleep(ASK_AGAIN);
    }
  }
  await forget(task.items.map(({ fingerprint }) => fingerprint));
  if (task.folder) await forgetFolder(task.datasetId, task.folder.name);
  tasks = tasks.filter((one) => one !== task);
  changed();
  for (const listener of whenAdded) listener(task.path);
}

function pump(): void {
  for (;;) {
    const running = tasks.flatMap(({ items }) => items).filter(({ sending }) => sending).length;
    if (running >= AT_ONCE) break;
    const next = nextItem(tasks);
    if (!next) break;
    void send(next.task, next.item);
  }
  for (const task of tasks) {
    // All bytes were uploaded before: only adding the subset is left.
    if (task.state === 'sending' && task.items.every(({ isDone }) => isDone)) void add(task);
  }
  changed();
}

/** beforeunload asks while an upload runs. */
let guarding = false;
function guard(): void {
  if (guarding) return;
  guarding = true;
  addEventListener('beforeunload', (event) => {
    if (tasks.some(isRunning)) event.preventDefault();
  });
}

function begin(task: Omit<Task, 'id' | 'state' | 'message'>): void {
  if (tasks.some(({ datasetId, path }) => datasetId === task.datasetId && path === task.path)) return;
  guard();
  tasks = [...tasks, { ...task, id: ++count, state: 'sending', message: '' }];
  pump();
}

/** The dataset that uploads are added to. */
export interface Target {
  datasetId: string;
  /** Common prefix of its subsets' paths, without trailing slash. */
  base: string;
}

export function addFile({ datasetId, base }: Target, file: File, place = file.name): void {
  const fingerprint = fingerprintOf(datasetId, file, place);
  begin({
    datasetId,
    path: `${base}/${place}`,
    name: place,
    items: [{ file, fingerprint, sent: 0, isDone: false }],
  });
}

export function addAsFolder({ datasetId, base }: Target, { name, files }: ChosenFolder): void {
  const items = files.map(({ file, relativePath }) => ({
    file,
    relativePath,
    fingerprint: fingerprintOf(datasetId, file, `${name}//${relativePath}`),
    sent: 0,
    isDone: false,
  }));
  begin({ datasetId, path: `${base}/${name}.zip`, name, folder: { name }, items });
}

export function pause(task: Task): void {
  if (task.state !== 'sending') return;
  stopSending(task);
  task.state = 'paused';
  pump();
}

/** Continues after a pause or a failure. */
export function resume(task: Task): void {
  if (isRunning(task)) return;
  Object.assign(task, { state: 'sending', message: '' });
  pump();
}

/** Removes it from the list and from the server. */
export function remove(task: Task): void {
  stopSending(task);
  tasks = tasks.filter((one) => one !== task);
  const urls = task.items.map(({ url }) => url).filter((url) => url);
  void forget(task.items.map(({ fingerprint }) => fingerprint));
  if (task.folder) void forgetFolder(task.datasetId, task.folder.name);
  for (const url of urls) void discard(url ?? '');
  pump();
}

/** Bytes per second, over all uploads. */
export const speed = (): number | undefined => speedOf(samples);

/** Calls the listener with each path that was added as a subset. */
export const onAdded = (listener: (path: string) => void) => {
  whenAdded.add(listener);
  return () => whenAdded.delete(listener);
};
