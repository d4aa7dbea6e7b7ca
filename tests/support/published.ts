import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { approvedUser } from './person.ts';
import { randomBytes } from './random.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from './server-process.ts';

/** A real server with one published file of noise, and what a test of downloads asks of it. */
export interface Published {
  dataDir: string;
  server: ServerProcess;
  datasetId: string;
  sha256: string;
  /** Ends the server with a signal and starts it again on the same folder; it comes back on another port. */
  restart: (signal: NodeJS.Signals) => Promise<void>;
  /** Registers and approves somebody; gives their link to the file, without host. */
  link: (email: string) => Promise<string>;
  /** All download records, oldest first. */
  records: () => Promise<DownloadRecord[]>;
  close: () => Promise<void>;
}

/** Starts a server and publishes `bytes` of noise as one file. `env` adds to the server's environment. */
export async function published(bytes: number, env: Record<string, string> = {}): Promise<Published> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-downloads-'));
  let server = await startServer(dataDir, env);
  const noise = randomBytes(bytes);
  const sha256 = createHash('sha256').update(noise).digest('hex');
  const token = await adminTokenOf(server.url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'Noise', version: '1', modalityName: 'Noise' }))
    form.append(key, value);
  form.append('subsets', new Blob([noise]), 'noise.bin');
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const body = { status: 'published' };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });
  return {
    dataDir,
    get server() {
      return server;
    },
    datasetId: data.id,
    sha256,
    async restart(signal) {
      await server.end(signal);
      server = await startServer(dataDir, env);
    },
    async link(email) {
      const session = await approvedUser(server.url, dataDir, email);
      const page = await callServer<{ subsetList: Subset[] }>(
        server.url,
        'GET',
        `/api/v1/dataset/${data.id}`,
        {
          token: session,
        },
      );
      return page.subsetList[0]?.downloadUrl ?? '';
    },
    async records() {
      const { list } = await callServer<{ list: DownloadRecord[] }>(
        server.url,
        'GET',
        '/api/v1/admin/records?order=asc&pageSize=200',
        { token: await adminTokenOf(server.url) },
      );
      return list;
    },
    async close() {
      await server.end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
