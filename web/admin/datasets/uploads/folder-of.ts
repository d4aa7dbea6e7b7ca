import { addFolder } from '../../../../contract/sources.ts';
import { CallError, call } from '../../../api/call.ts';
import { allRemembered, forget, recallFolder, rememberFolder } from './remembered.ts';
import { discard } from './send-file.ts';
import type { Task } from './task.ts';

/** Folders of this tab. */
const claimed = new Set<string>();

/** Pending requests for a folder: a folder's first files start concurrently, and share one. */
const beginning = new Map<Task, Promise<string>>();

/**
 * Takes a folder for this tab, until it is closed: what another tab sends into it must not be removed by this one.
 * @returns false while another tab has it
 */
const claim = (folderId: string): Promise<boolean> =>
  new Promise((resolve) => {
    // Plain http has no locks.
    if (!navigator.locks || claimed.has(folderId)) return resolve(true);
    void navigator.locks.request(`vitrine-folder-${folderId}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      claimed.add(folderId);
      return new Promise(() => {});
    });
  });

/**
 * Removes what was sent into a folder and is not among the files that are chosen now: the folder becomes one subset, with
 * all that lies in it.
 * @returns false once a dataset has taken the folder
 * @throws CallError while the server still has such a file
 */
async function leaveOnlyChosen({ datasetId, items }: Task, folderId: string): Promise<boolean> {
  const chosen = new Set(items.map(({ fingerprint }) => fingerprint));
  const sent = (await allRemembered(datasetId)).filter(({ folder }) => folder?.id === folderId);
  for (const { fingerprint, url } of sent) {
    if (chosen.has(fingerprint)) continue;
    const { status, message } = await discard(url);
    if (status === 409) {
      await forget(sent.map((one) => one.fingerprint));
      return false;
    }
    if (status !== 204 && status !== 404 && status !== 410) throw new CallError(status, message);
    await forget([fingerprint]);
  }
  return true;
}

async function beginFolder(task: Task, name: string): Promise<string> {
  const { datasetId } = task;
  const known = await recallFolder(datasetId, name);
  if (known !== undefined && (await claim(known)) && (await leaveOnlyChosen(task, known))) return known;
  const { id } = await call(addFolder, { quiet: 'even expired' });
  await rememberFolder(datasetId, name, id);
  await claim(id);
  return id;
}

/** Id of the server's folder for a task's files; undefined for a single file. */
export async function folderOf(task: Task): Promise<string | undefined> {
  if (!task.folder) return undefined;
  const { folder } = task;
  if (folder.id === undefined) {
    const begun = beginning.get(task) ?? beginFolder(task, folder.name);
    beginning.set(task, begun);
    try {
      folder.id = await begun;
    } finally {
      beginning.delete(task);
    }
  }
  return folder.id;
}
