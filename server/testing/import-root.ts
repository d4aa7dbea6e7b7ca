import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AdminDataset, AdminSubset } from '../../contract/dataset-admin.ts';
import type { TestApp } from './build-test-app.ts';
import { sql } from './look-inside.ts';

/** An import root outside of the data folder. */
export async function importRoot() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-import-')));
  return {
    path,
    /** Writes a file below it and returns its path. */
    async put(name: string, content: string | Uint8Array): Promise<string> {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

export type ImportRoot = Awaited<ReturnType<typeof importRoot>>;

export type Shown = { dataset: AdminDataset; subsetList: AdminSubset[] };

/** Prevents jobs of a kind from being claimed, by any process, until released. */
export async function holdJobs(
  t: Pick<TestApp, 'folder' | 'databaseUrl'>,
  kind: string,
): Promise<() => Promise<unknown>> {
  if (t.databaseUrl === undefined) {
    await sql(
      t,
      `create trigger hold before update on jobs when new.state = 'running' and new.kind = '${kind}'
       begin select raise(ignore); end`,
    );
    return () => sql(t, 'drop trigger hold');
  }
  await sql(
    t,
    `create or replace function hold() returns trigger language plpgsql as $$
     begin if new.state = 'running' and new.kind = '${kind}' then return null; end if; return new; end $$`,
  );
  await sql(t, 'create trigger hold before update on jobs for each row execute function hold()');
  return () => sql(t, 'drop trigger hold on jobs');
}
