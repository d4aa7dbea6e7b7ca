import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { holdJobs, type ImportRoot, importRoot } from '../server/testing/import-root.ts';
import { sql } from '../server/testing/look-inside.ts';
import { vitrine } from './support/vitrine.ts';

onEitherDatabase('operations "Commands": vitrine verify', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let env: Record<string, string>;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    env = {
      DATA_DIR: t.folder,
      IMPORT_ROOTS: root.path,
      ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}),
    };
    const files = { 'a.csv': 'a,b\n1,2\n', 'b.bin': 'x'.repeat(100_000), 'c.txt': 'sound', 'd.txt': 'dear' };
    await t.dataset({ files });
    await t.app.settle();
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  async function keyOf(name: string): Promise<string> {
    const [row] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from objects join subsets on subsets.id = objects.subset_id where path like '%/${name}'`,
    );
    return row?.blob_key ?? '';
  }
  const fileOf = (key: string) => join(t.folder, 'blobs', key.slice(0, 2), key);

  test('called wrongly: 2', async () => {
    for (const sample of ['0', '101', 'some'])
      expect(await vitrine(env, 'verify', '--sample', sample), sample).toMatchObject({
        code: 2,
        stderr: /--sample is a number/,
      });
  });

  test('beside a running portal: all is well, hash by hash', async () => {
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect([code, stderr]).toEqual([0, '']);
    const [row] = await sql<{ n: number | string }>(
      t,
      "select count(*) as n from blobs where state = 'kept'",
    );
    expect(stdout).toContain(`Stored files:      ${row?.n} files, `);
    expect(stdout).toContain(`Hashed:            ${row?.n}, in `);
    expect(stdout).toContain('All is well.');
  });

  test('a file that is being taken in has no hash yet: its size is compared, and it is not called damaged', async () => {
    const held = await holdJobs(t, 'intake');
    const file = await root.put('late.csv', 'late');
    const { id } = (await t.dataset({ name: 'Late', files: {}, status: 'draft' })).dataset;
    const body = { subsets: [{ path: 'late/late-1.0/late.csv', source: { import: file } }] };
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token: await t.adminToken(), body });
    const [row] = await sql<{ n: number | string }>(
      t,
      "select count(*) as n from blobs where state = 'kept' and sha256 <> ''",
    );
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Stored files:      ${Number(row?.n) + 1} files, `);
    expect(stdout).toContain(`Hashed:            ${row?.n}, in `);
    await appendFile(file, 'r');
    const grown = await vitrine(env, 'verify');
    expect([grown.code, grown.stderr]).toEqual([
      1,
      expect.stringMatching(/late\.csv .+ has changed or vanished/),
    ]);
    await held();
    await t.app.settle();
    expect((await vitrine(env, 'verify')).code, 'registered as it is now').toBe(0);
  });

  test('names each damaged and missing file, each row without a file, and counts files without a row', async () => {
    const before = await sql(t, 'select * from blobs order by key');
    const [a, b, c] = await Promise.all(['a.csv', 'b.bin', 'c.txt'].map(keyOf));
    // The same size: only its hash tells.
    await writeFile(fileOf(a ?? ''), 'a,b\n1,3\n');
    await truncate(fileOf(b ?? ''), 99_999);
    await rm(fileOf(c ?? ''));
    const stray = 'strayStrayStrayStray';
    await mkdir(join(t.folder, 'blobs', 'st'), { recursive: true });
    await appendFile(fileOf(stray), 'whose?');
    await sql(t, `update blobs set state = 'purged' where key = '${await keyOf('d.txt')}'`);

    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect(code).toBe(1);
    expect(stderr).toMatch(/Fault: .+\/a\.csv \(blob .{20}\) is damaged: put it back from a backup\./);
    expect(stderr).toMatch(/Fault: .+\/b\.bin .+ is damaged/);
    expect(stderr).toMatch(/Fault: .+\/c\.txt .+ is missing/);
    expect(stderr).toMatch(/Fault: objects .+ uses blob .+, which the database does not keep\./);
    expect(stdout).toContain('Damaged or gone:   3');
    expect(stdout).toContain('Rows without file: 1');
    expect(stdout).toContain('Files without row: 1 (they only take room)');
    expect(stdout).toContain(stray);
    expect(stdout).toContain('Something is wrong');
    await sql(t, `update blobs set state = 'kept' where key = '${await keyOf('d.txt')}'`);
    expect(await sql(t, 'select * from blobs order by key'), 'nothing is changed').toEqual(before);
  });

  test('--sample finds what is missing or of another size without reading it', async () => {
    const { code, stdout, stderr } = await vitrine(env, 'verify', '--sample', '0.000001');
    expect(code).toBe(1);
    expect(stderr).toMatch(/c\.txt .+ is missing/);
    expect(stderr).toMatch(/b\.bin .+ is damaged/);
    expect(stdout).toContain('Hashed:            0,');
    expect(stdout).toContain('Damaged or gone:   2');
  });
});
