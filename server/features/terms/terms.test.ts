import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DatasetAccess } from '../../../contract/access.ts';
import type { TermsToSign } from '../../../contract/signing.ts';
import type { TermsRow } from '../../../contract/terms.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';
import { newestOf, TERMS_TEXT, termsCalls } from '../../testing/terms.ts';

onEachDatabase('access.md "Terms as evidence": sets, versions, signing', (database) => {
  let t: TestApp;
  let admin: string;
  let curator: string;
  let calls: ReturnType<typeof termsCalls>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    curator = (await administrator(t, 'curator')).token;
    calls = termsCalls(t, () => curator);
  });
  afterAll(() => t.close());

  const read = (datasetId: string, token?: string) =>
    t.call<TermsToSign>('GET', `/api/v1/dataset/${datasetId}/terms`, token ? { token } : {});

  test('a set is changed in place until it is used, then by versions', async () => {
    const set = await calls.add();
    expect(set).toMatchObject({
      used: false,
      datasets: [],
      versions: [{ version: 1, signAgain: true, text: TERMS_TEXT, signatures: 0 }],
    });
    expect(newestOf(set).html).toContain('<strong>research</strong>');
    const other = await calls.change(set.id, { title: 'Other', text: 'Other.', version: 1 });
    expect(other).toMatchObject({ code: 200, data: { versions: [{ title: 'Other', version: 1 }] } });
    expect(await calls.one(set.id)).toEqual(other.data);

    const { id, name } = await calls.dataset();
    await calls.asks(id, set.id);
    // Whoever began before it was in use was not asked who signs again: nothing is decided for them.
    expect(await calls.change(set.id, { title: 'Other', text: 'More.', version: 1 })).toMatchObject({
      code: 409,
      errors: [{ path: 'signAgain' }],
    });
    const next = await calls.change(set.id, { title: 'Other', text: 'More.', version: 1, signAgain: true });
    expect(next).toMatchObject({
      code: 200,
      data: {
        used: true,
        datasets: [name],
        versions: [
          { version: 2, text: 'More.', signAgain: true },
          { version: 1, text: 'Other.' },
        ],
      },
    });
    expect(await calls.change(set.id, { title: 'Other', text: 'Late.', version: 1 })).toMatchObject({
      code: 409,
      errors: [{ path: 'version' }],
    });
    const list = await t.call<TermsRow[]>('GET', '/api/v1/admin/termsList', { token: curator });
    expect(list.find((row) => row.id === set.id)).toMatchObject({
      title: 'Other',
      version: 2,
      datasets: [name],
      signatures: 0,
    });
    // Nothing new: no version.
    expect(await calls.change(set.id, { title: 'Other', text: 'More.', version: 2 })).toMatchObject({
      code: 200,
    });
    expect((await calls.one(set.id)).versions).toHaveLength(2);
  });

  test('a set that a dataset asks for is not deleted; afterwards its signed versions stay', async () => {
    const set = await calls.add();
    const { id, name } = await calls.dataset();
    await calls.asks(id, set.id);
    const refused = await t.ask('DELETE', `/api/v1/admin/terms/${set.id}`, { token: curator });
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining(name) });
    const user = await t.user('deleted@lab.example');
    expect(await calls.sign(id, user.token, newestOf(set).id)).toMatchObject({ code: 200 });
    await calls.change(set.id, {
      title: 'Unsigned',
      text: 'Nobody has signed this.',
      version: 1,
      signAgain: false,
    });

    expect(await calls.setAccess(id, { policy: 'portal', termsId: null })).toMatchObject({ code: 200 });
    expect(await t.ask('DELETE', `/api/v1/admin/terms/${set.id}`, { token: curator })).toMatchObject({
      code: 200,
    });
    expect(await t.ask('GET', `/api/v1/admin/terms/${set.id}`, { token: curator })).toMatchObject({
      code: 404,
    });
    expect(await t.ask('DELETE', `/api/v1/admin/terms/${set.id}`, { token: curator })).toMatchObject({
      code: 404,
    });
    expect(await calls.setAccess(id, { policy: 'terms', termsId: set.id })).toMatchObject({
      code: 400,
      errors: [{ path: 'termsId' }],
    });
    expect(await rowCount(t, `terms_versions where terms_id = '${set.id}'`)).toBe(1);
    const { list } = await t.call<{ list: object[] }>(
      'GET',
      `/api/v1/admin/signatureList?termsId=${set.id}`,
      { token: curator },
    );
    expect(list).toMatchObject([{ title: newestOf(set).title, version: 1, datasetName: name }]);
    expect(await t.call('GET', '/api/v1/signatures', { token: user.token })).toMatchObject([
      { title: newestOf(set).title, datasetName: name, slug: expect.any(String) },
    ]);
  });

  test('what a dataset asks for: of all its versions, at once, also for who has its page', async () => {
    const set = await calls.add();
    const { id, name } = await calls.dataset();
    const other = (await t.dataset({ name, version: '2.0' })).dataset;
    const accessOf = async (of: string) =>
      (await t.call<{ access: DatasetAccess }>('GET', `/api/v1/dataset/${of}`)).access;
    expect(await accessOf(id)).toEqual({ policy: 'portal', terms: null, toSign: null, request: null });
    expect(await t.ask('GET', `/api/v1/dataset/${id}/terms`)).toMatchObject({ code: 404 });
    for (const termsId of [null, 'none'])
      expect(await calls.setAccess(id, { policy: 'terms', termsId })).toMatchObject({
        code: 400,
        errors: [{ path: 'termsId' }],
      });
    t.clock.now += 60_000;
    await calls.asks(id, set.id);
    for (const of of [id, other.id]) {
      const { title, id: terms } = newestOf(set);
      expect(await accessOf(of)).toMatchObject({ policy: 'terms', terms: { id: terms, title, version: 1 } });
      expect(await t.call('GET', `/api/v1/admin/dataset/${of}/access`, { token: curator })).toEqual({
        policy: 'terms',
        termsId: set.id,
      });
      expect(await read(of)).toMatchObject({ text: TERMS_TEXT, name: null, signed: null, changes: null });
    }
    const [row] = await sql<{ updated_at: number | string }>(
      t,
      `select updated_at from datasets where id = '${other.id}'`,
    );
    expect(Number(row?.updated_at)).toBe(t.clock.now);
    const { id: draft } = await calls.dataset({ status: 'draft' });
    await calls.asks(draft, set.id);
    expect(await t.ask('GET', `/api/v1/dataset/${draft}/terms`)).toMatchObject({ code: 404 });
    const user = await t.user('drafts@lab.example', 'pending');
    expect(await calls.sign(draft, user.token, newestOf(set).id)).toMatchObject({ code: 404 });
  });

  test('signing: the name of the account, the tick, once; while pending and during an embargo', async () => {
    const set = await calls.add();
    const { id, name } = await calls.dataset({ fields: { embargoUntil: '2100-01-01' } });
    await calls.asks(id, set.id);
    const user = await t.user('signing@lab.example', 'pending');
    const { id: terms, sha256, title } = newestOf(set);
    expect(await read(id, user.token)).toMatchObject({ id: terms, name: 'Ada Lovelace', signed: null });
    expect(await calls.sign(id, user.token, terms, { name: 'Ada King' })).toMatchObject({
      code: 400,
      errors: [{ path: 'name', message: 'Type your name as your account has it: Ada Lovelace' }],
    });
    expect(await calls.sign(id, user.token, terms, { agreed: false })).toMatchObject({
      code: 400,
      errors: [{ path: 'agreed' }],
    });
    expect(await calls.sign(id, user.token, 'another')).toMatchObject({
      code: 409,
      errors: [{ path: 'terms' }],
    });
    expect(await rowCount(t, `signatures where user_id = '${user.id}'`)).toBe(0);

    const signed = await calls.sign(id, user.token, terms, { name: '  ADA   lovelace ' });
    expect(signed).toMatchObject({
      code: 200,
      data: {
        title,
        version: 1,
        sha256,
        datasetName: name,
        name: 'Ada Lovelace',
        affiliation: 'Analytical Society',
      },
    });
    t.clock.now += 1_000;
    expect((await calls.sign(id, user.token, terms)).data).toEqual(signed.data);
    expect(await read(id, user.token)).toMatchObject({
      signed: { version: 1, signedAt: signed.data?.signedAt, holds: true },
      changes: null,
    });
    expect(await t.call('GET', '/api/v1/signatures', { token: user.token })).toEqual([signed.data]);
    expect(
      await rowCount(
        t,
        `audit where action = 'POST /api/v1/dataset/:id/signature' and person_id = '${user.id}'`,
      ),
    ).toBe(1);

    for (const status of ['rejected', 'suspended'] as const) {
      const refused = await t.user(`${status}@lab.example`, status);
      expect(await calls.sign(id, refused.token, terms), status).toMatchObject({ code: 403 });
    }
  });

  test('two signings at the same moment are one signature', async () => {
    const set = await calls.add();
    const { id } = await calls.dataset();
    await calls.asks(id, set.id);
    const user = await t.user('race@lab.example');
    const both = await Promise.all(
      Array.from({ length: 6 }, () => calls.sign(id, user.token, newestOf(set).id)),
    );
    expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200]));
    expect(new Set(both.map(({ data }) => data?.id)).size).toBe(1);
    expect(await rowCount(t, `signatures where user_id = '${user.id}'`)).toBe(1);
  });

  test('a signing and a new version at the same moment: the one before the other', async () => {
    const set = await calls.add();
    const { id } = await calls.dataset();
    await calls.asks(id, set.id);
    for (let version = 1; version <= 4; version++) {
      const user = await t.user(`crossing-${version}@lab.example`, 'pending');
      const { id: shown } = newestOf(await calls.one(set.id));
      const [signed, changed] = await Promise.all([
        calls.sign(id, user.token, shown),
        calls.change(set.id, {
          title: 'Crossing',
          text: `Version ${version + 1}.`,
          version,
          signAgain: true,
        }),
      ]);
      expect(changed).toMatchObject({ code: 200 });
      expect([200, 409]).toContain(signed.code);
      expect(await rowCount(t, `signatures where user_id = '${user.id}'`)).toBe(signed.code === 200 ? 1 : 0);
    }
  });

  test('downloads wait for the signature, and for another one where a version asks for it', async () => {
    const set = await calls.add();
    const { id, name } = await calls.dataset();
    await calls.asks(id, set.id);
    const user = await t.user('download@lab.example');
    const refusedFor = async (key: string, of = id) => {
      const answer = await calls.download(of, user.token);
      expect([answer.statusCode, answer.json().errors]).toEqual([403, [{ path: 'access', message: key }]]);
    };
    const given = async (of = id) => expect((await calls.download(of, user.token)).statusCode).toBe(200);
    await refusedFor('terms_to_sign');
    await calls.sign(id, user.token, newestOf(set).id);
    await given();

    // Another version of the dataset asks for nothing anew.
    const second = (await t.dataset({ name, version: '2.0' })).dataset;
    await given(second.id);

    await calls.change(set.id, {
      title: 'T',
      text: TERMS_TEXT.replace('research', 'good'),
      version: 1,
      signAgain: false,
    });
    await given();
    expect(await read(id, user.token)).toMatchObject({ signed: { version: 1, holds: true } });

    await calls.change(set.id, {
      title: 'T',
      text: `${TERMS_TEXT}\n\nCite us.`,
      version: 2,
      signAgain: true,
    });
    await refusedFor('terms_changed');
    await refusedFor('terms_changed', second.id);
    const shown = await read(id, user.token);
    expect(shown.signed).toMatchObject({ version: 1, holds: false });
    expect(shown.changes?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'added', text: '' },
      { kind: 'added', text: 'Cite us.' },
    ]);
    await calls.sign(second.id, user.token, shown.id);
    await given();
    expect(await read(id, user.token)).toMatchObject({ signed: { version: 3, holds: true }, changes: null });

    // Other terms, never signed for this dataset.
    const other = await calls.add();
    await calls.asks(id, other.id);
    await refusedFor('terms_changed');
    await calls.setAccess(id, { policy: 'portal', termsId: null });
    await given();
  });

  test('a preview is what is rendered later; roles read and write as they may', async () => {
    expect(
      await t.call('POST', '/api/v1/admin/terms/preview', { token: curator, body: { text: TERMS_TEXT } }),
    ).toEqual({ html: newestOf(await calls.add()).html });
    const reviewer = (await administrator(t, 'reviewer')).token;
    const auditor = (await administrator(t, 'auditor')).token;
    const body = { title: 'No', text: 'No.' };
    for (const token of [reviewer, auditor]) {
      expect(await t.ask('POST', '/api/v1/admin/terms', { token, body })).toMatchObject({ code: 403 });
      expect(await t.ask('GET', '/api/v1/admin/signatureList', { token })).toMatchObject({ code: 200 });
    }
    expect(await t.ask('GET', '/api/v1/admin/termsList', { token: reviewer })).toMatchObject({ code: 403 });
    expect(await t.ask('GET', '/api/v1/admin/termsList', { token: auditor })).toMatchObject({ code: 200 });
    expect(await t.ask('GET', '/api/v1/admin/termsList', { token: admin })).toMatchObject({ code: 200 });
  });
});
