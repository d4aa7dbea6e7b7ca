import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';

describe('faults: the database fails after a commit, at what only tidies up', () => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp();
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const NAME = 'full_disk';
  const versions = async (id: string) =>
    (
      await t.call<{ versions: { version: string }[] }>('GET', `/api/v1/admin/dataset/${id}/versions`, {
        token,
      })
    ).versions.map(({ version }) => version);

  test('no refusal tells of a new version that it was not made', async () => {
    const { id } = (await t.dataset({ name: 'Committed', version: '1.0' })).dataset;
    // The archive of the new version is that of the former one: the blob that was reserved for it is discarded.
    const asked = () =>
      t.ask('POST', `/api/v1/admin/dataset/${id}/newVersion`, { token, body: { version: '2.0' } });
    await sql(
      t,
      `create trigger ${NAME} before update on blobs when new.state = 'discarded' begin select raise(abort, 'full'); end`,
    );
    try {
      expect((await asked()).code).toBe(200);
      expect(await sql(t, `select key from blobs where state = 'writing'`)).toHaveLength(1);
    } finally {
      await sql(t, `drop trigger ${NAME}`);
    }
    expect((await versions(id)).sort()).toEqual(['1.0', '2.0']);
  });

  test('what was refused for its own reason still says that', async () => {
    const { id } = (await t.dataset({ name: 'Refused', version: '1.0' })).dataset;
    await sql(
      t,
      `create trigger ${NAME} before update on blobs when new.state = 'discarded' begin select raise(abort, 'full'); end`,
    );
    try {
      const again = await t.ask('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
        token,
        body: { version: '1.0' },
      });
      expect(again.code).toBe(409);
    } finally {
      await sql(t, `drop trigger ${NAME}`);
    }
    expect(await versions(id)).toEqual(['1.0']);
  });
});
