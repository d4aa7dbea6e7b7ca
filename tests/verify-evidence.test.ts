import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OneTerms } from '../contract/terms.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { sql } from '../server/testing/look-inside.ts';
import { termsCalls } from '../server/testing/terms.ts';
import { vitrine } from './support/vitrine.ts';

onEitherDatabase('access.md "Terms as evidence": vitrine verify checks every seal', (database) => {
  let t: TestApp;
  let admin: string;
  let env: Record<string, string>;
  let signed: Awaited<ReturnType<ReturnType<typeof termsCalls>['signed']>>;
  let versions: OneTerms['versions'];
  /** The beginning of what is said about the signature. */
  let named: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    env = { DATA_DIR: t.folder, ...(t.databaseUrl ? { DATABASE_URL: t.databaseUrl } : {}) };
  });
  beforeAll(async () => {
    const calls = termsCalls(t, () => admin);
    signed = await calls.signed('verified@example.org');
    const { set, dataset, user, signature } = signed;
    await calls.change(set.id, {
      title: 'Another title',
      text: 'Version two.',
      version: 1,
      signAgain: false,
    });
    await t.call('POST', '/api/v1/account/deletion', { token: user.token, body: { password: PASSWORD } });
    ({ versions } = await calls.one(set.id));
    named = `Fault: the signature of Ada Lovelace for "${dataset.name}", of ${signature.signedAt}, is not what was sealed`;
  });
  afterAll(() => t.close());

  test('what is as it was sealed is counted, also of a deleted account', async () => {
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Texts of terms: +2\nSignatures: +1\nSeals that fail: +0\nAll is well\./);
  });

  test('a changed byte is named, of text and signature', async () => {
    const [second] = versions;
    const { id } = signed.signature;
    const set = async (text: string, email: string) => {
      await sql(t, `update terms_versions set text = '${text}' where id = '${second?.id}' returning id`);
      await sql(t, `update signatures set email = '${email}', ip = '' where id = '${id}' returning id`);
    };
    await set('Version two,', 'verified@example.com');
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    await set('Version two.', 'verified@example.org');
    expect(code).toBe(1);
    expect(stderr).toContain('Fault: the terms "Another title", version 2, are not what was sealed.');
    expect(stderr).toContain(named);
    expect(stdout).toContain('Seals that fail:   2\n');
    expect(stdout).toContain('Something is wrong');
  });

  test('a text that is changed together with its hash, here and in the signature, is named', async () => {
    const [, first] = versions;
    const forged = createHash('sha256').update('Anything.').digest('hex');
    await sql(
      t,
      `update terms_versions set text = 'Anything.', sha256 = '${forged}' where id = '${first?.id}' returning id`,
    );
    await sql(
      t,
      `update signatures set sha256 = '${forged}' where id = '${signed.signature.id}' returning id`,
    );
    const { code, stdout, stderr } = await vitrine(env, 'verify');
    expect(code).toBe(1);
    expect(stdout).toContain('Seals that fail:   2\n');
    expect(stderr).toContain(`Fault: the terms "${first?.title}", version 1, are not what was sealed.`);
    expect(stderr).toContain(named);
  });
});
