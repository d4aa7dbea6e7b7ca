/** Unsaved text of one form, by field. */
export type Draft = Record<string, string>;

/** Days that a draft is kept; then the next visitor's page deletes it. */
const keptFor = 7 * 86_400_000;
const store = 'drafts';

let opened: Promise<IDBDatabase> | undefined;

/** IndexedDB, since signing out clears local storage (decisions §2). */
function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('vitrine-drafts', 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
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

/** A draft is optional: where the browser refuses IndexedDB (private windows), there is none. */
async function attempt<Result>(
  mode: IDBTransactionMode,
  work: (drafts: IDBObjectStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work((await open()).transaction(store, mode).objectStore(store));
  } catch {
    return undefined;
  }
}

const secret = /password|code|captcha|token|secret/i;

/** Removes passwords and codes, which are never stored. */
export const withoutSecrets = (values: Readonly<Draft>): Draft =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));

interface StoredDraft {
  values: Draft;
  at: number;
}

/** The draft of a key; deletes expired drafts of all keys. */
export const readDraft = (key: string): Promise<Draft | undefined> =>
  attempt('readwrite', async (drafts) => {
    const [keys, all] = await Promise.all([done(drafts.getAllKeys()), done<StoredDraft[]>(drafts.getAll())]);
    const young = (kept: StoredDraft | undefined) => kept !== undefined && kept.at > Date.now() - keptFor;
    for (const [index, kept] of all.entries()) if (!young(kept)) drafts.delete(keys[index] ?? '');
    const found = all[keys.indexOf(key)];
    return young(found) ? found?.values : undefined;
  });

export async function writeDraft(key: string, values: Readonly<Draft>): Promise<void> {
  const kept: StoredDraft = { values: withoutSecrets(values), at: Date.now() };
  await attempt('readwrite', (drafts) => done(drafts.put(kept, key)));
}

export async function dropDraft(key: string): Promise<void> {
  await attempt('readwrite', (drafts) => done(drafts.delete(key)));
}
