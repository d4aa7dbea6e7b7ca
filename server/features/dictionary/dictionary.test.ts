import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import type { Page } from '../../../contract/lists.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const ENTRY = { dictType: 'organ', dictLabel: 'The brain', dictValue: 'brain' };

onEitherDatabase('§7 dictionary calls, decisions §7', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const add = (body: object) => t.call<DictEntry>('POST', '/api/v1/dict/data', { token, body });
  const put = (body: object, slash = '/') =>
    t.call<DictEntry>('PUT', `/api/v1/dict/data${slash}`, { token, body });
  const list = (query: string) => t.call<Page<DictEntry>>('GET', `/api/v1/dict/datalist?${query}`, { token });
  const byType = (type: string) => t.call<DictEntry[]>('GET', `/api/v1/dict/databytype/${type}`);
  const labels = (entries: DictEntry[]) => entries.map(({ dictLabel }) => dictLabel);

  test('POST dict/data makes an entry after the last of its type; GET dict/data/{id} gives it', async () => {
    const first = await add(ENTRY);
    expect(first).toEqual({
      ...ENTRY,
      dictCode: expect.any(String),
      dictSort: 10,
      isDefault: false,
      status: '0',
      remark: '',
      createdAt: new Date(t.clock.now).toISOString(),
      updatedAt: new Date(t.clock.now).toISOString(),
    });
    expect(await t.call('GET', `/api/v1/dict/data/${first.dictCode}`, { token })).toEqual(first);
    const second = await add({ ...ENTRY, dictLabel: 'The heart', dictValue: 'heart', remark: 'Two\nlines' });
    expect(second).toMatchObject({ dictSort: 20, remark: 'Two\nlines' });
  });

  test('unique in type and value: the same again is 409, in another type it is not', async () => {
    const body = { ...ENTRY, dictLabel: 'Another label' };
    const answer = await t.ask('POST', '/api/v1/dict/data', { token, body });
    expect(answer).toMatchObject({ code: 409, errors: [{ path: 'dictValue' }] });
    const other = await add({ ...body, dictType: 'other' });
    const moved = await t.ask('PUT', '/api/v1/dict/data', {
      token,
      body: { dictCode: other.dictCode, dictType: 'organ' },
    });
    expect(moved).toMatchObject({ code: 409, errors: [{ path: 'dictValue' }] });
    await t.call('DELETE', `/api/v1/dict/data/${other.dictCode}`, { token });
  });

  test('PUT dict/data/ and PUT dict/data change what is sent and leave the rest', async () => {
    const entry = await add({ ...ENTRY, dictValue: 'lung', dictLabel: 'A lung' });
    t.clock.now += 1_000;
    const changed = await put({ dictCode: entry.dictCode, dictLabel: 'Lung' });
    const updatedAt = new Date(t.clock.now).toISOString();
    expect(changed).toEqual({ ...entry, dictLabel: 'Lung', updatedAt });
    expect(await put({ ...changed, status: '1' }, '')).toMatchObject({ dictLabel: 'Lung', status: '1' });
    await put({ dictCode: entry.dictCode, status: '0' });
  });

  test('an entry that was read before somebody else changed it is not overwritten: 409', async () => {
    const entry = await add({ ...ENTRY, dictValue: 'skin' });
    // In the same millisecond: still a new version.
    const first = await put({ ...entry, dictLabel: 'First' });
    expect(first.updatedAt).not.toBe(entry.updatedAt);
    const late = await t.ask('PUT', '/api/v1/dict/data/', { token, body: { ...entry, dictLabel: 'Late' } });
    expect(late.code).toBe(409);
    expect(late.msg).toContain('Somebody else');
    await t.call('DELETE', `/api/v1/dict/data/${entry.dictCode}`, { token });
    const gone = await t.ask('PUT', '/api/v1/dict/data/', { token, body: first });
    expect(gone.code).toBe(404);
  });

  test('databytype: for anybody, those in use in their order, an array with an ETag', async () => {
    const [brain] = await byType('organ');
    await put({ dictCode: brain?.dictCode ?? '', dictSort: 90 });
    expect(labels(await byType('organ'))).toEqual(['The heart', 'Lung', 'The brain']);
    const first = await t.inject('GET', '/api/v1/dict/databytype/organ');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers.etag);
    const again = () =>
      t.inject('GET', '/api/v1/dict/databytype/organ', { headers: { 'if-none-match': etag } });
    expect((await again()).statusCode).toBe(304);
    await put({ dictCode: brain?.dictCode ?? '', status: '1' });
    expect((await again()).statusCode, 'fresh at once').toBe(200);
    expect(labels(await byType('organ'))).toEqual(['The heart', 'Lung']);
    expect(await byType('nothing')).toEqual([]);
    expect((await t.ask('GET', '/api/v1/dict/databytype/organ?status=1')).code, 'takes no query').toBe(400);
  });

  test('datalist: dictType, dictLabel and status, paged and sorted', async () => {
    expect(labels((await list('dictType=organ')).list)).toEqual(['The heart', 'Lung', 'The brain']);
    expect(labels((await list('dictType=organ&status=1')).list)).toEqual(['The brain']);
    expect(labels((await list('dictType=organ&dictLabel=THE')).list)).toEqual(['The heart', 'The brain']);
    const page = await list('dictType=organ&sort=dictLabel&order=desc&pageSize=2&pageIndex=2');
    expect(page).toMatchObject({ count: 3, pageIndex: 2, pageSize: 2, list: [{ dictLabel: 'Lung' }] });
    for (const sort of ['dictSort', 'dictType', 'dictLabel', 'dictValue', 'status', 'createdAt', 'updatedAt'])
      expect((await list(`sort=${sort}`)).list.length, sort).toBeGreaterThan(3);
    expect((await t.ask('GET', '/api/v1/dict/datalist?sort=remark', { token })).code).toBe(400);
    expect((await t.ask('GET', '/api/v1/dict/datalist?dictValue=x', { token })).code).toBe(400);
  });

  test('the types, also those that the portal reads and that are empty', async () => {
    const types = await t.call<{ dictType: string; entries: number }[]>('GET', '/api/v1/dict/types', {
      token,
    });
    expect(types.map(({ dictType }) => dictType)).toEqual(['license', 'modality', 'organ', 'purpose']);
    expect(types.find(({ dictType }) => dictType === 'organ')?.entries).toBe(3);
    expect(types.find(({ dictType }) => dictType === 'modality')?.entries).toBe(0);
  });

  test('a type has one default at most', async () => {
    const codes = (await list('dictType=organ')).list.map(({ dictCode }) => dictCode);
    await put({ dictCode: codes[0] ?? '', isDefault: true });
    await put({ dictCode: codes[1] ?? '', isDefault: true });
    const { list: entries } = await list('dictType=organ');
    expect(entries.map(({ isDefault }) => isDefault)).toEqual([false, true, false]);
  });

  test('wrong input is 400 at its field', async () => {
    const wrong: [object, string][] = [
      [{ dictType: '' }, 'dictType'],
      [{ dictType: 'with space' }, 'dictType'],
      [{ dictType: '1st' }, 'dictType'],
      [{ dictLabel: ' ' }, 'dictLabel'],
      [{ dictLabel: 'x'.repeat(201) }, 'dictLabel'],
      [{ dictLabel: 'two\nlines' }, 'dictLabel'],
      [{ dictValue: '' }, 'dictValue'],
      [{ dictValue: 'x'.repeat(101) }, 'dictValue'],
      [{ dictSort: 1.5 }, 'dictSort'],
      [{ dictSort: '3' }, 'dictSort'],
      [{ isDefault: 'Y' }, 'isDefault'],
      [{ status: '2' }, 'status'],
      [{ status: 0 }, 'status'],
      [{ remark: 'bell \u0007' }, 'remark'],
      [{ remark: 'x'.repeat(501) }, 'remark'],
      [{ dictCode: 'mine' }, 'dictCode'],
      [{ more: 1 }, 'more'],
    ];
    for (const [part, path] of wrong) {
      const body = { ...ENTRY, dictValue: 'fresh', ...part };
      const answer = await t.ask('POST', '/api/v1/dict/data', { token, body });
      expect(answer.code, JSON.stringify(part)).toBe(400);
      expect(
        answer.errors?.map((error) => error.path),
        JSON.stringify(part),
      ).toContain(path);
    }
    const [entry] = (await list('dictType=organ')).list;
    for (const part of [{ createdAt: '2020-01-01T00:00:00.000Z' }, { dictSort: null }, { more: 1 }]) {
      const body = { dictCode: entry?.dictCode, ...part };
      expect((await t.ask('PUT', '/api/v1/dict/data/', { token, body })).code).toBe(400);
    }
    expect((await t.ask('PUT', '/api/v1/dict/data/', { token, body: { dictLabel: 'x' } })).code).toBe(400);
  });

  test('what is not there is 404', async () => {
    for (const method of ['GET', 'DELETE'] as const)
      expect((await t.ask(method, '/api/v1/dict/data/nothing', { token })).code).toBe(404);
    expect((await t.ask('PUT', '/api/v1/dict/data', { token, body: { dictCode: 'nothing' } })).code).toBe(
      404,
    );
  });

  test('decisions §1 and §2: who may; a dead administrator token answers 6401', async () => {
    const user = await t.user('ada@example.org');
    const auditor = await administrator(t, 'auditor');
    const curator = await administrator(t, 'curator');
    const ended = await administrator(t, 'owner', 'ended@lab.example');
    await t.call('POST', '/api/v1/admin/logout', { token: ended.token });
    for (const [method, url] of [
      ['GET', '/api/v1/dict/datalist'],
      ['GET', '/api/v1/dict/data/x'],
      ['GET', '/api/v1/dict/data/export'],
      ['POST', '/api/v1/dict/data'],
      ['PUT', '/api/v1/dict/data/'],
      ['PUT', '/api/v1/dict/data'],
      ['DELETE', '/api/v1/dict/data/x'],
    ] as const) {
      const code = async (as?: string) =>
        (await t.ask(method, url, { ...(as && { token: as }), ...(method !== 'GET' && { body: {} }) })).code;
      expect(await code(), `${method} ${url}`).toBe(401);
      expect(await code('unknown'.repeat(6)), `${method} ${url}`).toBe(401);
      expect(await code(user.token), `${method} ${url}`).toBe(403);
      expect(await code(curator.token), `${method} ${url}`).toBe(403);
      expect(await code(ended.token), `${method} ${url}`).toBe(6401);
      if (method !== 'GET') expect(await code(auditor.token), `${method} ${url}`).toBe(403);
    }
    expect((await t.ask('GET', '/api/v1/dict/datalist', { token: auditor.token })).code).toBe(200);
    expect((await t.inject('GET', '/api/v1/dict/datalist', { token: ended.token })).statusCode).toBe(401);
    for (const dead of [ended.token, 'unknown'.repeat(6)]) {
      expect((await t.ask('GET', '/api/v1/dict/databytype/organ', { token: dead })).code).toBe(200);
    }
  });

  test('dictType `modality` gives the order of the catalogue, at once', async () => {
    for (const modalityName of ['CT', 'MRI', 'X-ray'])
      await t.dataset({ name: `Of ${modalityName}`, fields: { modalityName } });
    const order = async () =>
      (await t.call<Dataset[]>('GET', '/api/v1/datasets')).map((dataset) => dataset.modalityName);
    expect(await order()).toEqual(['CT', 'MRI', 'X-ray']);
    const mri = await add({ dictType: 'modality', dictLabel: 'Magnetic resonance', dictValue: 'MRI' });
    expect(await order(), 'those of the dictionary first').toEqual(['MRI', 'CT', 'X-ray']);
    await add({ dictType: 'modality', dictLabel: 'X-ray', dictValue: 'X-ray', dictSort: -5 });
    expect(await order()).toEqual(['X-ray', 'MRI', 'CT']);
    await put({ dictCode: mri.dictCode, status: '1' });
    expect(await order(), 'one that is off orders nothing').toEqual(['X-ray', 'CT', 'MRI']);
    await t.call('DELETE', `/api/v1/dict/data/${mri.dictCode}`, { token });
    expect(await order()).toEqual(['X-ray', 'CT', 'MRI']);
  });

  test('at the first start there are licences and purposes; what is deleted does not come back', async () => {
    expect((await byType('license')).map(({ dictValue }) => dictValue)).toEqual(
      expect.arrayContaining(['CC0-1.0', 'CC-BY-4.0']),
    );
    expect((await byType('purpose')).length).toBeGreaterThan(3);
  });
});
