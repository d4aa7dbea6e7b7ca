import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { administrator } from './back-office.ts';
import type { Desk } from './browser.ts';
import { releasesOn } from './releases.ts';
import { adminTokenOf, type ServerProcess, startServer } from './server-process.ts';

/** What the tests of a file find once they run. */
interface Office {
  server: ServerProcess;
  dataDir: string;
  /** A folder whose files may be registered in place. */
  shelf: string;
  lab: ReturnType<typeof releasesOn>;
  /** The address of the list of datasets in the back office, with a query. */
  listed: (query: string) => string;
  open: (desk: Desk, query: string) => ReturnType<typeof administrator>;
}

/** A server of the file's own, and its datasets as the administrator has them. */
export function datasetOffice(): Office {
  const office = {} as Office;
  let home: string;
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-office-')));
    const shelf = join(home, 'shelf');
    const dataDir = join(home, 'data');
    await mkdir(shelf);
    const server = await startServer(dataDir, { IMPORT_ROOTS: shelf });
    const token = await adminTokenOf(server.url);
    const lab = releasesOn(server.url, token);
    Object.assign(office, { server, dataDir, shelf, lab });
    office.listed = (query) => `${server.url}/admin/dataset/dataset_list?${query}`;
    office.open = async (desk, query) => {
      const person = await administrator(desk, server.url, token, { reducedMotion: 'reduce' });
      await person.page.goto(office.listed(query));
      return person;
    };
  });
  afterAll(async () => {
    await office.server?.end();
    await rm(home, { recursive: true, force: true });
  });
  return office;
}

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
