import { createCipheriv } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset } from '../../contract/catalogue.ts';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { approvedUser } from './person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from './server-process.ts';

/** Bytes that no compression shortens, others for every number, the same in each run. */
export const bytesOf = (number: number, size: number): Buffer => {
  const iv = Buffer.alloc(16);
  iv.writeUInt32LE(number);
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, 1), iv).update(Buffer.alloc(size));
};

/** Where the nth file of a tree is: 1,000 to a folder. */
export const treePath = (n: number): string =>
  `${String(Math.floor(n / 1_000)).padStart(3, '0')}/${String(n % 1_000).padStart(3, '0')}.bin`;

/**
 * Writes a tree of files.
 * @param numberOf what the bytes of the nth file are made from; absent: n
 */
export async function writeTree(
  root: string,
  { count, size, numberOf = (n) => n }: { count: number; size: number; numberOf?: (n: number) => number },
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const path = join(root, treePath(n));
    if (n % 1_000 === 0) await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, bytesOf(numberOf(n), size));
  }
}

/** A real server whose datasets are folders on its disk. */
export interface FolderServer {
  server: ServerProcess;
  /** Below it lie the folders. */
  root: string;
  dataDir: string;
  /** Session of an approved user. */
  token: string;
  call: <T>(method: string, path: string, body?: object) => Promise<T>;
  /**
   * Publishes a folder below the root as a dataset, frozen when it is hashed.
   * @param since id of the version that this one follows
   */
  publish: (folder: string, version: string, since?: string) => Promise<Dataset>;
  records: () => Promise<DownloadRecord[]>;
  close: () => Promise<void>;
}

export async function serveFolders(env: Record<string, string> = {}): Promise<FolderServer> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-folders-')));
  const root = join(home, 'root');
  const dataDir = join(home, 'data');
  await mkdir(root);
  const server = await startServer(dataDir, { IMPORT_ROOTS: root, ...env });
  const token = await approvedUser(server.url, dataDir, 'reader@example.org');

  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const admin = await adminTokenOf(server.url);
    return callServer<T>(server.url, method, path, { token: admin, ...(body && { body }) });
  }

  /** Sets the first version up, or the next one of a lineage with its former files. */
  async function draft(version: string, since?: string): Promise<string> {
    if (since !== undefined) {
      const body = { version, note: 'More.' };
      return (await call<Dataset>('POST', `/api/v1/admin/dataset/${since}/newVersion`, body)).id;
    }
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Folder', version, modalityName: 'MRI' }))
      form.append(key, value);
    const headers = { authorization: `Bearer ${await adminTokenOf(server.url)}` };
    const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers,
      body: form,
    });
    return ((await answer.json()) as { data: Dataset }).data.id;
  }

  return {
    server,
    root,
    dataDir,
    token,
    call,
    async publish(folder, version, since) {
      const id = await draft(version, since);
      const opened = () =>
        call<{ dataset: Dataset; subsetList: AdminSubset[] }>('GET', `/api/v1/admin/dataset/${id}`);
      const [former] = (await opened()).subsetList;
      const source = { import: join(root, folder) };
      if (former) await call('PUT', `/api/v1/admin/subset/${former.id}`, { source });
      else {
        const { path } = (await opened()).dataset;
        const subsets = [{ path: `${path.replace(/\.zip$/, '')}/data.zip`, source }];
        await call('POST', `/api/v1/admin/addSubsets/${id}`, { subsets });
      }
      await call('PUT', `/api/v1/admin/updateDataset/${id}`, { status: 'published', freeze: true });
      for (;;) {
        const { dataset, subsetList } = await opened();
        const failed = subsetList.find(({ intake }) => intake?.state === 'failed');
        if (failed) throw new Error(`${folder} was not taken in: ${JSON.stringify(failed)}`);
        if (dataset.releaseHash !== null) return dataset;
        await sleep(200);
      }
    },
    async records() {
      const { list } = await call<{ list: DownloadRecord[] }>(
        'GET',
        '/api/v1/admin/records?order=asc&pageSize=200',
      );
      return list;
    },
    async close() {
      await server.end('SIGKILL');
      await rm(home, { recursive: true, force: true });
    },
  };
}
