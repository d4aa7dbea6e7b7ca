import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignatureRow } from '../../../contract/terms.ts';
import { DAY } from '../../shared/time.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';
import { newestOf, TERMS_TEXT, termsCalls } from '../../testing/terms.ts';
import type { SignatureDocument } from './documents.store.ts';

interface Listed {
  list: SignatureRow[];
  count: number;
}

/** The text of a PDF, without spaces, and its attachments. */
async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await loading.promise;
  let text = '';
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  const attached = await pdf.getAttachmentContent('signature.json');
  await loading.destroy();
  return { text: text.replace(/\s/g, ''), attached: attached && Buffer.from(attached).toString() };
}

onEachDatabase('access.md "Terms as evidence": signatures', (database) => {
  let t: TestApp;
  let admin: string;
  let calls: ReturnType<typeof termsCalls>;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    admin = await t.adminToken();
    calls = termsCalls(t, () => admin);
  });
  afterAll(() => t.close());

  const list = (query = '') => t.call<Listed>('GET', `/api/v1/admin/signatureList${query}`, { token: admin });
  const document = (id: string, query: string, token = admin) =>
    t.inject('GET', `/api/v1/admin/signature/${id}/document${query}`, { token });
  const deleteAccount = (token: string) =>
    t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });

  test('are listed, searched, sorted and paged; exported as they are filtered', async () => {
    const set = await calls.add('Licence A');
    const first = await calls.dataset({ name: 'Zebra fish' });
    const second = await calls.dataset({ name: '=cmd Apple' });
    for (const { id } of [first, second]) await calls.asks(id, set.id);
    const [ada, bob] = [await t.user('ada@example.org'), await t.user('bob@example.org', 'pending')];
    const began = t.clock.now;
    await calls.sign(first.id, ada.token, newestOf(set).id);
    t.clock.now += 1_000;
    await calls.sign(second.id, ada.token, newestOf(set).id);
    t.clock.now += DAY;
    const refreshed = { ada: await t.login('ada@example.org'), bob: await t.login('bob@example.org') };
    admin = await t.adminToken();
    await calls.sign(first.id, refreshed.bob, newestOf(set).id);

    const all = await list();
    expect(all.count).toBe(3);
    expect(all.list.map(({ email, datasetName }) => [email, datasetName])).toEqual([
      ['bob@example.org', 'Zebra fish'],
      ['ada@example.org', '=cmd Apple'],
      ['ada@example.org', 'Zebra fish'],
    ]);
    expect(all.list[0]).toMatchObject({
      userId: bob.id,
      ip: '127.0.0.1',
      title: 'Licence A',
      version: 1,
      termsId: set.id,
    });
    const of = async (query: string) =>
      (await list(query)).list.map(({ email, datasetName }) => `${email} ${datasetName}`);
    expect(await of('?keyword=ADA@%20zebra')).toEqual(['ada@example.org Zebra fish']);
    expect(await of('?keyword=nobody')).toEqual([]);
    expect(await of('?keyword=%25')).toEqual([]);
    expect(await of('?termsId=none')).toEqual([]);
    const day = new Date(began + DAY).toISOString().slice(0, 10);
    expect(await of(`?from=${day}`)).toEqual(['bob@example.org Zebra fish']);
    expect(await of(`?to=${day}&sort=datasetName&order=asc`)).toEqual([
      'ada@example.org =cmd Apple',
      'ada@example.org Zebra fish',
    ]);
    for (const sort of ['signedAt', 'name', 'title', 'datasetName'])
      for (const keyword of ['', '&keyword=lovelace'])
        expect(await of(`?sort=${sort}&order=asc&pageSize=2&pageIndex=2${keyword}`), sort).toHaveLength(1);

    const exported = await t.inject('GET', '/api/v1/admin/signatureList/export?keyword=ada@', {
      token: admin,
    });
    expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = parse(exported.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map(({ email, datasetName }) => [email, datasetName])).toEqual([
      ['ada@example.org', "'=cmd Apple"],
      ['ada@example.org', 'Zebra fish'],
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(all.list[0] ?? {}));
    const noted = await sql<{ after_json: string }>(
      t,
      `select after_json from audit where action = 'GET /api/v1/admin/signatureList/export'`,
    );
    expect(noted.map(({ after_json }) => JSON.parse(after_json))).toEqual([{ keyword: true }]);
  });

  test('the document: JSON with what the seals cover, and a PDF with it attached', async () => {
    const { set, dataset, user, signature } = await calls.signed('document@example.org');
    const own = (format: string, token = user.token, headers = {}) =>
      t.inject('GET', `/api/v1/signatures/${signature.id}/document?format=${format}`, { token, headers });
    const json = (await own('json')).json<SignatureDocument>();
    expect(json).toMatchObject({
      portal: { url: expect.any(String) },
      signature: { id: signature.id, signer: user.id, name: 'Ada Lovelace', datasetName: dataset.name },
      terms: { termsId: set.id, text: TERMS_TEXT, sha256: signature.sha256, version: 1 },
      sealsHold: true,
    });
    expect(json.signature.seal).toMatch(/^[0-9a-f]{64}$/);
    const pdf = await own('pdf');
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toContain('.pdf');
    const read = await readPdf(pdf.rawPayload);
    for (const words of [
      'Signedterms',
      'AdaLovelace',
      'document@example.org',
      'Donotshare.',
      json.signature.seal,
    ])
      expect(read.text).toContain(words);
    expect(JSON.parse(read.attached ?? '')).toEqual(json);

    const other = await t.user('other@example.org');
    expect((await own('json', other.token)).statusCode).toBe(404);
    expect((await document('none', '?format=json')).statusCode).toBe(404);
    expect((await document(signature.id, '?format=json')).json()).toEqual(json);
    expect(await rowCount(t, `audit where action = 'GET /api/v1/admin/signature/:id/document'`)).toBe(1);
    const curator = (await administrator(t, 'curator')).token;
    expect((await document(signature.id, '?format=json', curator)).statusCode).toBe(200);
  });

  test('the PDF in the reader’s language, with names and texts in other scripts, and by its number what no font has', async () => {
    const text = 'Ζωή, Анна, Łukasz, Nguyễn, 王小明：仅供研究。\n\n한 😀';
    const set = await calls.add('条款 Условия', text);
    const dataset = await calls.dataset({ name: '脑磁共振 МРТ' });
    await calls.asks(dataset.id, set.id);
    const user = await t.user('scripts@example.org');
    await sql(
      t,
      `update users set first_name = '小明', family_name = '王' where id = '${user.id}' returning id`,
    );
    const { data } = await calls.sign(dataset.id, user.token, newestOf(set).id, { name: '小明 王' });
    const { rawPayload } = await t.inject('GET', `/api/v1/signatures/${data?.id}/document`, {
      token: user.token,
      headers: { 'accept-language': 'zh-CN' },
    });
    const { text: shown } = await readPdf(rawPayload);
    for (const words of [
      '已签署的条款',
      '小明王',
      '脑磁共振МРТ',
      '条款Условия',
      'Ζωή,Анна,Łukasz,Nguyễn,王小明：仅供研究。',
      '[U+D55C][U+1F600]',
    ])
      expect(shown).toContain(words);
  });

  test('outlive account, dataset and terms; the address goes with the account', async () => {
    const { set, dataset, user, signature } = await calls.signed('outlived@example.org');
    const account = (await t.inject('GET', '/api/v1/account/export', { token: user.token })).json();
    expect(account.signatures).toMatchObject([{ id: signature.id, title: signature.title, ip: '127.0.0.1' }]);
    await deleteAccount(user.token);
    expect(
      await sql(t, `select user_id, ip, name, email from signatures where id = '${signature.id}'`),
    ).toEqual([{ user_id: null, ip: '', name: 'Ada Lovelace', email: 'outlived@example.org' }]);

    await t.call('DELETE', `/api/v1/admin/dataset/${dataset.id}`, { token: admin });
    t.clock.now += 31 * DAY;
    await t.app.settle();
    expect(await rowCount(t, `datasets where id = '${dataset.id}' and purged_at is not null`)).toBe(1);
    admin = await t.adminToken();
    expect(await calls.one(set.id)).toMatchObject({ datasets: [] });
    expect(await calls.remove(set.id)).toMatchObject({ code: 200 });
    expect(await rowCount(t, `lineages where terms_id = '${set.id}'`)).toBe(0);

    expect((await list('?keyword=outlived@')).list).toMatchObject([
      { id: signature.id, userId: null, ip: '', title: signature.title, datasetName: dataset.name },
    ]);
    expect((await document(signature.id, '?format=json')).json()).toMatchObject({
      sealsHold: true,
      terms: { text: TERMS_TEXT },
    });

    // The same person anew: another account, which has signed nothing.
    const again = await t.user('outlived@example.org');
    expect(await t.call('GET', '/api/v1/signatures', { token: again.token })).toEqual([]);
  });

  test('are removed after the period of the configuration, their addresses with those of records', async () => {
    const setPeriod = async (configKey: string, configValue: string) => {
      const token = await t.adminToken();
      const { configId } = await t.call<{ configId: string }>('GET', `/api/v1/configKey/${configKey}`, {
        token,
      });
      return t.ask('PUT', '/api/v1/config', { token, body: { configId, configValue } });
    };
    for (const value of ['0', 'soon', '36501'])
      expect(await setPeriod('retention.signatureDays', value), value).toMatchObject({ code: 400 });
    const { set, dataset, signature } = await calls.signed('period@example.org');
    const found = () => sql<{ ip: string }>(t, `select ip from signatures where id = '${signature.id}'`);
    t.clock.now += 4_000 * DAY;
    await t.app.settle();
    expect(await found()).toEqual([{ ip: '127.0.0.1' }]);
    await setPeriod('retention.recordAddressDays', '3999');
    await t.app.settle();
    expect(await found()).toEqual([{ ip: '' }]);
    admin = await t.adminToken();
    await calls.asks(dataset.id, null);
    await calls.remove(set.id);
    await setPeriod('retention.signatureDays', '4001');
    await t.app.settle();
    expect(await found()).toHaveLength(1);
    await setPeriod('retention.signatureDays', '3999');
    await t.app.settle();
    expect(await found()).toEqual([]);
    expect(await rowCount(t, `terms_versions where terms_id = '${set.id}'`)).toBe(0);
    await setPeriod('retention.signatureDays', 'never');
    await setPeriod('retention.recordAddressDays', 'never');
  });

  test('a seal is an HMAC-SHA256 over the fields, so that whoever has the key can check it anywhere', async () => {
    admin = await t.adminToken();
    const { signature } = await calls.signed('anywhere@example.org');
    const { signature: s, terms } = (await document(signature.id, '?format=json')).json<SignatureDocument>();
    const { keys } = JSON.parse(await readFile(`${t.folder}/keys.json`, 'utf8')) as {
      keys: { evidence: string };
    };
    const seal = (fields: unknown[]) =>
      createHmac('sha256', keys.evidence).update(JSON.stringify(fields)).digest('hex');
    expect(s.seal).toBe(
      seal([
        'signature',
        s.id,
        s.signer,
        s.lineageId,
        s.datasetName,
        s.termsVersionId,
        s.sha256,
        s.name,
        s.email,
        s.affiliation,
        Date.parse(s.signedAt),
      ]),
    );
    expect(terms.seal).toBe(
      seal([
        'terms',
        terms.id,
        terms.termsId,
        terms.version,
        terms.title,
        terms.sha256,
        terms.signAgain ? 1 : 0,
        Date.parse(terms.createdAt),
      ]),
    );
  });
});
