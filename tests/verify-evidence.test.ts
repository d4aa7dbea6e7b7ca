import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { sql } from '../server/testing/look-inside.ts';
import { termsCalls } from '../server/testing/terms.ts';
import { vitrine } from './support/vitrine.ts';

onEitherDatabase('access.md "Terms as evidence": vitrine verify checks every seal', (database) => {
  let t: TestApp;
  let admin: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    env = { DATA_DIR: t.folder, ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}) };
  });
  afterAll(() => t.close());

  test('what is as it was sealed is counted; a changed byte is named, of text and signature', async () => {
    const calls = termsCalls(t, () => admin);
    const { set, dataset, user, signature } = await calls.signed('verified@example.org');
    await calls.change(set.id, { title: 'Another title', text: 'Version two.', version: 1 });
    await t.call('POST', '/api/v1/account/deletion', { token: user.token, body: { password: PASSWORD } });
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Texts of terms: +2\nSignatures: +1\nSeals that fail: +0\nAll is well\./);

    const { versions } = await calls.one(set.id);
    const [second, first] = versions;
    await sql(t, `update terms_versions set text = 'Version two,' where id = '${second?.id}' returning id`);
    await sql(
      t,
      `update signatures set email = 'verified@example.com', ip = '192.0.2.1' where id = '${signature.id}' returning id`,
    );
    const found = await vitrine(env, 'verify');
    expect(found.code).toBe(1);
    const signed = `Fault: the signature of Ada Lovelace for "${dataset.name}", of ${signature.signedAt}, is not what was sealed`;
    expect(found.stderr).toContain('Fault: the terms "Another title", version 2, are not what was sealed.');
    expect(found.stderr).toContain(signed);
    expect(found.stdout).toContain('Seals that fail:   2\n');
    expect(found.stdout).toContain('Something is wrong');

    // Put back, but for a text that is changed together with its hash, here and in the signature: threats row 37.
    await sql(t, `update terms_versions set text = 'Version two.' where id = '${second?.id}' returning id`);
    const forged = createHash('sha256').update('Anything.').digest('hex');
    await sql(
      t,
      `update terms_versions set text = 'Anything.', sha256 = '${forged}' where id = '${first?.id}' returning id`,
    );
    await sql(
      t,
      `update signatures set email = 'verified@example.org', sha256 = '${forged}' where id = '${signature.id}' returning id`,
    );
    const together = await vitrine(env, 'verify');
    expect(together.code).toBe(1);
    expect(together.stdout).toContain('Seals that fail:   2\n');
    expect(together.stderr).toContain(
      `Fault: the terms "${first?.title}", version 1, are not what was sealed.`,
    );
    expect(together.stderr).toContain(signed);
  });
});
