import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import type { Page } from '../../../contract/lists.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form, newDataset } from '../../testing/forms.ts';
import { stored } from '../../testing/look-inside.ts';

onEitherDatabase('§7 dataset calls, decisions §4', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  type Shown = { dataset: AdminDataset; subsetList: Subset[] };
  const add = (body: FormData) => t.ask('POST', '/api/v1/admin/addDataset', { token, body });
  const made = async (...args: Parameters<typeof form>) =>
    t.call<AdminDataset>('POST', '/api/v1/admin/addDataset', { token, body: form(...args) });
  const update = (id: string, body: object) =>
    t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  const show = (id: string) => t.call<Shown>('GET', `/api/v1/admin/dataset/${id}`, { token });
  const addFiles = (id: string, ...names: string[]) =>
    t.ask('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: form(
        {},
        ...names.map((name) => ['subsets', `content of ${name}`, name] as [string, string, string]),
      ),
    });
  const subset = (id: string, body: object) => t.ask('PUT', `/api/v1/admin/subset/${id}`, { token, body });
  const trash = (what: 'dataset' | 'subset', id: string) =>
    t.ask('DELETE', `/api/v1/admin/${what}/${id}`, { token });
  const paths = async (id: string) => (await show(id)).subsetList.map((row) => row.path);
  const list = (query = '') =>
    t.call<Page<AdminDataset>>('GET', `/api/v1/admin/datasetList?pageSize=200${query}`, { token });

  test('addDataset: a draft with every field, its files under its path', async () => {
    const fields = newDataset('Full Dataset', {
      detail: '# Markdown',
      license: 'CC-BY-4.0',
      authors: 'Lovelace, Ada',
      citation: 'Cite it.',
      keywords: 'a, b',
    });
    const dataset = await made(fields, ['subsets', 'abc', 'train.csv'], ['subsets', 'de', 'test.csv']);
    expect(dataset).toEqual({
      ...fields,
      id: expect.any(String),
      count: 0,
      samples: null,
      desc: null,
      path: 'full-dataset/full-dataset-1.0.zip',
      status: 'draft',
      size: expect.any(Number),
      fileCount: 2,
      sha256: null,
      sort: 0,
      createdAt: new Date(t.clock.now).toISOString(),
      publishedAt: null,
      slug: 'full-dataset',
      filesVisible: 'public',
      columnsVisible: 'approved',
      embargoUntil: null,
      access: 'portal',
      frozenAt: null,
      releaseHash: null,
      trashedAt: null,
    });
    expect((await show(dataset.id)).subsetList).toMatchObject([
      {
        path: 'full-dataset/full-dataset-1.0/train.csv',
        size: 3,
        fileCount: 1,
        desc: '',
        contentType: 'text/csv; charset=utf-8',
      },
      {
        path: 'full-dataset/full-dataset-1.0/test.csv',
        size: 2,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  test('every file is optional, name, version and modality are not', async () => {
    expect((await add(form(newDataset('Bare')))).code).toBe(200);
    for (const field of ['name', 'version', 'modalityName']) {
      const { [field]: _, ...rest } = newDataset('Less');
      expect(await add(form(rest)), field).toMatchObject({ code: 400, errors: [{ path: field }] });
      expect(await add(form({ ...rest, [field]: ' ' })), field).toMatchObject({
        code: 400,
        errors: [{ path: field }],
      });
    }
    for (const field of ['id', 'status', 'count', 'sha256', 'trashedAt', 'sort', 'x'])
      expect(await add(form(newDataset('More', { [field]: '1' }))), field).toMatchObject({
        code: 400,
        errors: [{ path: field }],
      });
  });

  test('a text is as long as the contract says in every script: characters, not bytes', async () => {
    for (const character of ['x', '数', '𠀀']) {
      const detail = character.repeat(50_000);
      const { id } = await made(newDataset(`Long ${character}`, { detail }));
      expect((await show(id)).dataset.detail).toBe(detail);
      expect((await update(id, form({ detail: `${character.repeat(49_999)}a` }))).code).toBe(200);
      expect(await update(id, form({ detail: `${detail}${character}` })), character).toMatchObject({
        code: 400,
        errors: [{ path: 'detail', message: 'At most 50000 characters.' }],
      });
    }
    expect(await add(form(newDataset('Too long', { detail: 'x'.repeat(300_000) })))).toMatchObject({
      code: 413,
      errors: [{ path: 'detail' }],
    });
  });

  test('threats 30: an invisible mark in a name or version is told of that field, not of the files', async () => {
    const marks = [
      '\u0000',
      '\u0007',
      '\u0085',
      '\u061c',
      '\u200b',
      '\u200e',
      '\u202e',
      '\u2060',
      '\u2067',
      '\ufeff',
    ];
    for (const mark of marks)
      for (const field of ['name', 'version', 'modalityName']) {
        const before = await stored(t);
        const fields = newDataset('Marked', { [field]: `a${mark}b` });
        expect(
          await add(form(fields, ['subsets', 'x', 'a.txt'])),
          `${field} ${mark.codePointAt(0)?.toString(16)}`,
        ).toMatchObject({
          code: 400,
          errors: [{ path: field, message: expect.stringMatching(/^Remove the invisible characters from /) }],
        });
        expect(await stored(t)).toEqual(before);
      }
    // Joiners, as used in Persian and in family emoji.
    expect(
      (await add(form(newDataset('می\u200cخواهم 👩\u200d🔬', {}), ['subsets', 'x', 'a.txt']))).code,
    ).toBe(200);
  });

  test('the same name and version → 409 on version, nothing is left; another version is fine', async () => {
    await made(newDataset('Twice'));
    const before = await stored(t);
    expect(await add(form(newDataset('Twice'), ['subsets', 'x', 'a.txt']))).toMatchObject({
      code: 409,
      errors: [{ path: 'version' }],
    });
    expect(await stored(t)).toEqual(before);
    const second = await made(newDataset('Twice', { version: '2' }));
    expect(await update(second.id, { version: '1.0' })).toMatchObject({
      code: 409,
      errors: [{ path: 'version' }],
    });
  });

  test('two files of one name → 409, nothing is left', async () => {
    const before = await stored(t);
    const answer = await add(form(newDataset('Same'), ['subsets', 'x', 'a.txt'], ['subsets', 'y', 'a.txt']));
    expect(answer).toMatchObject({ code: 409, errors: [{ path: 'subsets' }] });
    expect(await stored(t)).toEqual(before);
  });

  test('a path is unique over the portal, datasets and subsets alike', async () => {
    const one = await made(newDataset('Paths'), ['subsets', 'x', 'a.txt']);
    const two = await made(newDataset('Paths 2', { path: 'second' }), ['subsets', 'x', 'b.txt']);
    const taken = { code: 409, errors: [{ path: 'path' }] };
    const [a, b] = [
      (await show(one.id)).subsetList[0]?.id ?? '',
      (await show(two.id)).subsetList[0]?.id ?? '',
    ];
    const before = await stored(t);
    for (const path of [one.path, 'paths/paths-1.0/a.txt']) {
      expect(await add(form(newDataset('Paths 3', { path }))), path).toMatchObject(taken);
      expect(await update(two.id, { path }), path).toMatchObject(taken);
      expect(await subset(b, { path }), path).toMatchObject(taken);
    }
    expect(await addFiles(one.id, 'a.txt')).toMatchObject(taken);
    expect(await subset(a, { path: 'second' })).toMatchObject(taken);
    expect(await stored(t)).toEqual(before);
    expect((await subset(a, { path: 'paths/paths-1.0/a.txt' })).code, 'its own').toBe(200);
  });

  test('two subsets of one name in the ZIP, or one a folder of the other → 409', async () => {
    const { id } = await made(newDataset('Clash'), ['subsets', 'x', 'a.txt'], ['subsets', 'y', 'b.txt']);
    const [, b] = (await show(id)).subsetList;
    // `a.txt` elsewhere and `clash/clash-1.0/a.txt` are different paths, but both are `a.txt` in the archive.
    for (const path of ['a.txt', 'a.txt/b', 'clash/clash-1.0/a.txt/b'])
      expect(await subset(b?.id ?? '', { path }), path).toMatchObject({
        code: 409,
        errors: [{ path: 'path' }],
      });
    expect(await addFiles(id, 'b.txt/c')).toMatchObject({ code: 409 });
    expect(await paths(id)).toEqual(['clash/clash-1.0/a.txt', 'clash/clash-1.0/b.txt']);
  });

  test('updateDataset: what is absent stays; unknown fields are 400', async () => {
    const { id, name } = await made(newDataset('Edited', { license: 'MIT' }));
    expect((await update(id, { detail: 'new', sort: -5 })).data).toMatchObject({
      name,
      license: 'MIT',
      detail: 'new',
      sort: -5,
    });
    expect((await update(id, form({ detail: 'newer', sort: '7' }))).data).toMatchObject({
      detail: 'newer',
      sort: 7,
    });
    expect((await update(id, {})).code).toBe(200);
    for (const field of ['id', 'count', 'publishedAt', 'trashedAt', 'sha256', 'x'])
      expect(await update(id, { [field]: 1 }), field).toMatchObject({ code: 400, errors: [{ path: field }] });
    expect((await update('nothing', { detail: 'x' })).code).toBe(404);
    expect((await update(id, { status: 'gone' })).code).toBe(400);
  });

  test('status: draft → published ⇄ withdrawn, anything else 409; the first publishing is kept', async () => {
    const { id } = await made(newDataset('Flow'), ['subsets', 'x', 'a.txt']);
    const to = async (status: string) => (await update(id, { status })).code;
    expect(await to('withdrawn')).toBe(409);
    expect(await to('draft')).toBe(200);
    expect(await to('published')).toBe(200);
    const { publishedAt } = (await show(id)).dataset;
    expect(publishedAt).toBe(new Date(t.clock.now).toISOString());
    expect(await to('draft')).toBe(409);
    t.clock.now += 1_000;
    expect(await to('withdrawn')).toBe(200);
    expect(await to('draft')).toBe(409);
    expect(await to('published')).toBe(200);
    expect((await show(id)).dataset.publishedAt).toBe(publishedAt);
    await t.app.settle();
    expect((await show(id)).dataset.sha256, 'its own hash, once it is out').toMatch(/^[0-9a-f]{64}$/);
  });

  test('addSubsets: at the end, in the order they came; none, or to nowhere, is an error', async () => {
    const { id } = await made(newDataset('Grows'), ['subsets', 'x', 'm.txt']);
    const { code, data } = await addFiles(id, 'z.txt', 'a.txt');
    expect(code).toBe(200);
    expect((data as unknown as { subsets: Subset[] }).subsets.map((row) => row.path)).toEqual([
      'grows/grows-1.0/z.txt',
      'grows/grows-1.0/a.txt',
    ]);
    expect(await paths(id)).toEqual([
      'grows/grows-1.0/m.txt',
      'grows/grows-1.0/z.txt',
      'grows/grows-1.0/a.txt',
    ]);
    expect((await show(id)).dataset.fileCount).toBe(3);
    expect(await addFiles(id)).toMatchObject({ code: 400, errors: [{ path: 'subsets' }] });
    expect((await addFiles('nothing', 'a.txt')).code).toBe(404);
    const odd = form({ desc: 'x' }, ['subsets', 'x', 'n.txt']);
    expect((await t.ask('POST', `/api/v1/admin/addSubsets/${id}`, { token, body: odd })).code).toBe(400);
  });

  test('subset/{id}: path, desc and sort; the type follows the name', async () => {
    const { id } = await made(newDataset('Subsets'), ['subsets', 'x', 'a.txt'], ['subsets', 'y', 'b.txt']);
    const [a] = (await show(id)).subsetList;
    expect(
      (await subset(a?.id ?? '', { desc: 'Later', sort: 100, path: 'subsets/subsets-1.0/c.json' })).data,
    ).toMatchObject({
      id: a?.id,
      desc: 'Later',
      sort: 100,
      path: 'subsets/subsets-1.0/c.json',
      contentType: 'application/json',
    });
    expect(await paths(id)).toEqual(['subsets/subsets-1.0/b.txt', 'subsets/subsets-1.0/c.json']);
    expect((await subset(a?.id ?? '', { size: 1 })).code).toBe(400);
    expect((await subset('nothing', { desc: '' })).code).toBe(404);
  });

  test('trash: out of every list, its paths and its name free again; the second time 404', async () => {
    const { id, path } = await made(newDataset('Trashed'), ['subsets', 'x', 'a.txt']);
    await update(id, { status: 'published' });
    expect((await trash('dataset', id)).code).toBe(200);
    expect((await show(id)).dataset.trashedAt).toBe(new Date(t.clock.now).toISOString());
    expect((await list()).list.map((row) => row.id)).not.toContain(id);
    expect((await t.call<Dataset[]>('GET', '/api/v1/datasets')).map((row) => row.id)).not.toContain(id);
    expect((await t.ask('GET', `/api/v1/dataset/${id}`)).code).toBe(404);
    for (const again of [
      await trash('dataset', id),
      await update(id, { detail: '' }),
      await addFiles(id, 'b.txt'),
    ])
      expect(again.code).toBe(404);
    expect((await made(newDataset('Trashed'), ['subsets', 'x', 'a.txt'])).path).toBe(path);
  });

  test('a subset in the trash leaves its dataset and frees its path', async () => {
    const { id, size } = await made(
      newDataset('Loses'),
      ['subsets', 'x', 'a.txt'],
      ['subsets', 'y', 'b.txt'],
    );
    const [a] = (await show(id)).subsetList;
    expect((await trash('subset', a?.id ?? '')).code).toBe(200);
    const after = await show(id);
    expect(after.subsetList.map((row) => row.path)).toEqual(['loses/loses-1.0/b.txt']);
    expect(after.dataset.fileCount).toBe(1);
    expect(after.dataset.size).toBeLessThan(size);
    expect((await trash('subset', a?.id ?? '')).code).toBe(404);
    expect((await subset(a?.id ?? '', { desc: '' })).code).toBe(404);
    expect((await addFiles(id, 'a.txt')).code).toBe(200);
    expect((await trash('dataset', 'nothing')).code).toBe(404);
  });
});
