import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { test } from 'vitest';
import type { TrashEntry } from '../../contract/trash.ts';
import { administrator, enrol } from '../../server/testing/administrators.ts';
import { ADMIN, buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { sqliteFile } from '../../server/testing/look-inside.ts';
import { idOf, tusCalls } from '../../server/testing/tus.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import { randomBytes } from '../support/random.ts';

/** 2026-11-01 09:00 UTC. */
const AT = Date.UTC(2026, 10, 1, 9);
const MINUTE = 60_000;

/** What stands in the portal's file by itself, what every start makes anew, and mails that have left. */
const leftOut = /^(vitrine\.sqlite.*|lock\.sqlite.*|reserve|instance-id|(tmp|outbox)\/.*)$/;

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => !leftOut.test(name))
    .sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

/** Every table's rows, but those that the database or the migrations themselves write. */
function rowsOf(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db
      .prepare(
        `select name from pragma_table_list
         where schema = 'main' and type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
           and name not in ('list_changes')`,
      )
      .pluck()
      .all() as string[];
    const filled = tables
      .sort()
      .map((table) => [table, db.prepare(`select * from "${table}"`).all()] as const)
      .filter(([, rows]) => rows.length > 0);
    return Object.fromEntries(filled);
  } finally {
    db.close();
  }
}

async function people(t: TestApp) {
  const statuses = ['pending', 'rejected', 'needs_info', 'suspended'] as const;
  for (const status of statuses) {
    await t.user(`${status}@example.org`, status);
    t.clock.now += MINUTE;
  }
  const curator = await administrator(t, 'curator');
  const factor = await enrol(t, curator);
  const { username, password } = curator;
  return { curator: { username, password }, factor };
}

async function datasets(t: TestApp) {
  const kept = await t.dataset({
    name: 'Kept',
    files: { 'train.csv': 'a,b\n1,2\n', 'notes.txt': 'read me\n' },
    fields: { detail: '# Kept\n\nWith **words**.' },
  });
  const { token } = await t.user('reader@example.org');
  const opened = await t.open(kept.dataset.id, token);
  const whole = await t.inject('GET', opened.dataset.downloadUrl ?? '');
  const [first] = opened.subsetList;
  await t.inject('GET', first?.downloadUrl ?? '', { headers: { range: 'bytes=0-3' } });
  await t.app.settle();
  const personal = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
    token,
    body: { name: 'cluster', expiresInDays: 365, password: PASSWORD },
  });

  const gone = await t.dataset({ name: 'In the trash', files: { 'old.txt': 'old\n' } });
  const admin = await t.adminToken();
  await t.call('DELETE', `/api/v1/admin/dataset/${gone.dataset.id}`, { token: admin });
  const { list } = await t.call<{ list: TrashEntry[] }>('GET', '/api/v1/admin/trash', { token: admin });
  const draft = await t.dataset({ name: 'Draft', status: 'draft' });
  return {
    dataset: { id: kept.dataset.id, path: kept.dataset.path },
    link: opened.dataset.downloadUrl,
    archive: whole.rawPayload.toString('base64'),
    subsetLink: first?.downloadUrl,
    subset: first?.path,
    personalToken: personal.token,
    trashed: list[0]?.id,
    draft: draft.dataset.id,
  };
}

/** Half of it is there. */
async function uploadUnderWay(t: TestApp) {
  const bytes = randomBytes(3_000);
  const tus = tusCalls(await onTheWire(t), await t.adminToken());
  const id = idOf(await tus.create(bytes.length, { filename: 'scan.bin' }));
  await tus.patch(id, 0, bytes.subarray(0, 1_000));
  return { id, received: 1_000, bytes: bytes.toString('base64') };
}

test('a portal with something of everything, as this version leaves it', async () => {
  const t = await buildTestApp();
  t.clock.now = AT;
  const known = {
    owner: ADMIN,
    reader: { email: 'reader@example.org', password: PASSWORD },
    ...(await people(t)),
    ...(await datasets(t)),
    upload: await uploadUnderWay(t),
    madeAt: t.clock.now,
  };
  await t.app.close();
  const portal = {
    known,
    upTo: '0015-what-is-over',
    instanceId: readFileSync(join(t.folder, 'instance-id'), 'utf8').trim(),
    files: filesOf(t.folder),
    rows: rowsOf(sqliteFile(t)),
  };
  writeFileSync(new URL('portal-0015.json', import.meta.url), `${JSON.stringify(portal)}\n`);
  await t.close();
});
