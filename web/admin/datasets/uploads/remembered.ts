/** State stored to resume an upload after a reload: its URL on the server, and its file. */
export interface RememberedUpload {
  /** Name, size and time of the file, and its target: identifies the file when it is chosen again. */
  fingerprint: string;
  datasetId: string;
  /** Its URL on the server. */
  url: string;
  name: string;
  size: number;
  /** For a folder's file. */
  folder?: { name: string; id: string };
  /** ms since 1970. */
  at: number;
}

interface RememberedFolder {
  /** Key: dataset and folder name. */
  key: string;
  id: string;
  at: number;
}

/** The server expires unused uploads after 7 days; slightly less, so that no expired one is offered. */
const KEPT = 7 * 86_400_000 - 3_600_000;

let opened: Promise<IDBDatabase> | undefined;

/** IndexedDB, since signing out clears local storage (decisions §2). */
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('vitrine-uploads', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('uploads', { keyPath: 'fingerprint' });
      request.result.createObjectStore('folders', { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Where the browser refuses IndexedDB (private windows), an upload works but cannot be resumed after a reload. */
async function attempt<Result>(
  store: 'uploads' | 'folders',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work((await open()).transaction(store, mode).objectStore(store));
  } catch {
    return undefined;
  }
}

const young = <Entry extends { at: number }>(kept: Entry | undefined): Entry | undefined =>
  kept && kept.at > Date.now() - KEPT ? kept : undefined;

export const fingerprintOf = (datasetId: string, file: File, place = file.name): string =>
  [datasetId, place, file.size, file.lastModified].join('|');

export const recall = async (fingerprint: string): Promise<RememberedUpload | undefined> =>
  young(
    await attempt('uploads', 'readonly', (store) =>
      done<RememberedUpload | undefined>(store.get(fingerprint)),
    ),
  );

export async function remember(upload: RememberedUpload): Promise<void> {
  await attempt('uploads', 'readwrite', (store) => done(store.put(upload)));
}

export async function forget(fingerprints: readonly string[]): Promise<void> {
  await attempt('uploads', 'readwrite', async (store) => {
    for (const fingerprint of fingerprints) store.delete(fingerprint);
  });
}

export async function allRemembered(datasetId: string): Promise<RememberedUpload[]> {
  const all = await attempt('uploads', 'readonly', (store) => done<RememberedUpload[]>(store.getAll()));
  return (all ?? []).filter((one) => one.datasetId === datasetId && young(one));
}

const folderKey = (datasetId: string, name: string) => `${datasetId}|${name}`;

export const recallFolder = async (datasetId: string, name: string): Promise<string | undefined> =>
  young(
    await attempt('folders', 'readonly', (store) =>
      done<RememberedFolder | undefined>(store.get(folderKey(datasetId, name))),
    ),
  )?.id;

export async function rememberFolder(datasetId: string, name: string, id: string): Promise<void> {
  const kept: RememberedFolder = { key: folderKey(datasetId, name), id, at: Date.now() };
  await attempt('folders', 'readwrite', (store) => done(store.put(kept)));
}

export async function forgetFolder(datasetId: string, name: string): Promise<void> {
  await attempt('folders', 'readwrite', async (store) => {
    store.delete(folderKey(datasetId, name));
  });
}
