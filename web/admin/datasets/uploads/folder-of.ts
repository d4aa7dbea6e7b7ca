import { addFolder } from '../../../../contract/sources.ts';
import { call } from '../../../api/call.ts';
import { recallFolder, rememberFolder } from './remembered.ts';
import type { Task } from './task.ts';

/** Pending requests for a folder: a folder's first files start concurrently, and share one. */
const beginning = new Map<Task, Promise<string>>();

async function beginFolder({ datasetId }: Task, name: string): Promise<string> {
  const known = await recallFolder(datasetId, name);
  if (known !== undefined) return known;
  const { id } = await call(addFolder, { quiet: 'even expired' });
  await rememberFolder(datasetId, name, id);
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
