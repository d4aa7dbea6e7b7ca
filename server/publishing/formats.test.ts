import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { describedDataset } from '../testing/described-dataset.ts';
import { describing, formatPath, linkset } from './format-list.ts';

const PUBLIC_URL = 'https://data.example.org';
const all = [...describing, linkset];

interface Link {
  href: string;
  rel: string;
  type?: string;
  profile?: string;
}

/** The links of a `Link` header. */
const linksOf = (header: unknown): Link[] =>
  [...String(header).matchAll(/<([^>]*)>((?:; [a-z]+="(?:[^"\\]|\\.)*")*)/g)].map(([, href, rest = '']) => ({
    href,
    ...Object.fromEntries([...rest.matchAll(/; ([a-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  })) as unknown as Link[];

describe('releases.md, "What machines read"', () => {
  let t: TestApp;
  let dataset: Dataset;
  let subsetList: Subset[];
  beforeAll(async () => {
    const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));
    t = await buildTestApp({ env: { PUBLIC_URL }, distFolder });
    ({ dataset, subsetList } = await describedDataset(t));
  });
  afterAll(() => t.close());

  test('each format: its media type, no envelope, no-cache with ETag; HEAD; 304', async () => {
    for (const format of all) {
      const path = formatPath(format, dataset.id);
      const answer = await t.inject('GET', path);
      expect(answer.statusCode, path).toBe(200);
      expect(String(answer.headers['content-type']).startsWith(format.type), path).toBe(true);
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect(answer.body).not.toMatch(/^\{"code"/);
      const again = { headers: { 'if-none-match': String(answer.headers.etag) } };
      expect((await t.inject('GET', path, again)).statusCode, path).toBe(304);
      const head = await t.inject('HEAD', path);
      expect([head.statusCode, head.body, head.headers.link]).toEqual([200, '', answer.headers.link]);
    }
  });

  test('to credentials the same, `private, no-store`; caches tell them apart by `Authorization`', async () => {
    const { token } = await t.user('formats@example.org');
    for (const format of all) {
      const path = formatPath(format, dataset.id);
      const anonymous = await t.inject('GET', path);
      const again = { 'if-none-match': String(anonymous.headers.etag) };
      const unchanged = await t.inject('GET', path, { headers: again });
      for (const answer of [anonymous, unchanged]) {
        expect(answer.headers['cache-control'], path).toBe('no-cache');
        expect(answer.headers.vary, path).toBe('Authorization, Accept-Encoding');
      }
      for (const authorization of [`Bearer ${token}`, 'Basic eDp5'])
        for (const known of [{}, again]) {
          const answer = await t.inject('GET', path, { headers: { authorization, ...known } });
          expect(answer.headers['cache-control'], path).toBe('private, no-store');
          expect(answer.headers.vary, path).toBe('Authorization, Accept-Encoding');
          if (answer.statusCode !== 304) expect(answer.body).toBe(anonymous.body);
        }
    }
  });

  test('errors carry the envelope: a draft and what is not there 404, a query 400', async () => {
    const draft = (await t.dataset({ name: 'Drafted', status: 'draft' })).dataset;
    for (const format of all) {
      for (const id of [draft.id, 'nothing'])
        expect((await t.ask('GET', formatPath(format, id))).code, format.path).toBe(404);
      expect((await t.ask('GET', `${formatPath(format, dataset.id)}?x=1`)).code).toBe(400);
    }
  });

  test('a change shows at once', async () => {
    const { dataset: other } = await t.dataset({ name: 'Renamed soon' });
    const [format] = describing;
    if (!format) throw new Error('no format');
    const path = formatPath(format, other.id);
    expect((await t.inject('GET', path)).body).toContain('Renamed soon');
    const body = { detail: 'Said anew, in more than fifty characters, which is enough for anybody.' };
    await t.call('PUT', `/api/v1/admin/updateDataset/${other.id}`, { token: await t.adminToken(), body });
    expect((await t.inject('GET', path)).body).toContain('Said anew');
  });

  describe('Signposting level 2', () => {
    const page = () => `${PUBLIC_URL}/datasetDetail/${dataset.id}`;
    const toLinkset = () => ({
      rel: 'linkset',
      href: `${PUBLIC_URL}/api/v1/dataset/${dataset.id}/linkset.json`,
      type: 'application/linkset+json',
    });
    const read = async (id = dataset.id) =>
      (await t.inject('GET', `/api/v1/dataset/${id}/linkset.json`)).json<{
        linkset: ({ anchor: string } & Record<string, { href: string; type?: string }[]>)[];
      }>().linkset;

    test('the linkset has, from the page: cite-as once, type, author, license, describedby and item with types', async () => {
      const [context] = await read();
      expect(context).toMatchObject({
        anchor: page(),
        'cite-as': [{ href: 'https://doi.org/10.1234/brain.mri-1' }],
        type: [{ href: 'https://schema.org/AboutPage' }, { href: 'https://schema.org/Dataset' }],
        author: [{ href: 'https://orcid.org/0000-0002-1825-0097' }, { href: 'https://ror.org/05dxps055' }],
        license: [{ href: 'https://creativecommons.org/licenses/by/4.0/' }],
      });
      expect(context?.describedby?.map(({ href, type }) => [href, type])).toEqual(
        describing.map((one) => [PUBLIC_URL + formatPath(one, dataset.id), one.type]),
      );
      expect(context?.item).toHaveLength(3);
      for (const { href, type } of context?.item ?? []) {
        expect(href).toMatch(/^https:\/\/data\.example\.org\/api\/v1\/download\//);
        expect(type).toMatch(/^[a-z]+\/[a-z]+/);
      }
    });

    test('and back: collection from each item, describes from each format', async () => {
      const [first, ...rest] = await read();
      const anchored = (rel: string) => rest.filter((one) => rel in one).map(({ anchor }) => anchor);
      expect(anchored('collection')).toEqual(first?.item?.map(({ href }) => href));
      expect(anchored('describes')).toEqual(first?.describedby?.map(({ href }) => href));
      for (const one of rest)
        expect(one.collection ?? one.describes).toEqual([{ href: page(), type: 'text/html' }]);
    });

    test('without a DOI it is cited by its permanent address, which leads to the page', async () => {
      const { dataset: plain } = await t.dataset({ name: 'Plain' });
      const [context] = await read(plain.id);
      const href = `${PUBLIC_URL}/d/${plain.slug}/1.0`;
      expect(context?.['cite-as']).toEqual([{ href }]);
      const there = await t.inject('GET', new URL(href).pathname);
      expect([there.statusCode, there.headers.location]).toEqual([302, `/datasetDetail/${plain.id}`]);
    });

    test('the page has the same links in its header, by GET and HEAD, and leads to each format in its head', async () => {
      const [first] = await read();
      const { anchor: _, ...relations } = (first ?? {}) as Record<string, { href: string }[]>;
      const said = Object.entries(relations).flatMap(([rel, targets]) =>
        targets.map((one) => ({ rel, ...one })),
      );
      for (const method of ['GET', 'HEAD'] as const) {
        const { headers } = await t.inject(method, new URL(page()).pathname);
        expect(linksOf(headers.link)).toEqual([...said, toLinkset()]);
      }
      const { body } = await t.inject('GET', new URL(page()).pathname);
      for (const format of describing)
        expect(body).toContain(
          `<link rel="describedby" type="${format.type}" href="${formatPath(format, dataset.id)}">`,
        );
    });

    test('more than five downloads, or too long a header: only the linkset', async () => {
      const names = (most: number, name = '') =>
        Object.fromEntries(Array.from({ length: most }, (_, n) => [`${name}${n}.txt`, 'x']));
      const linksOfNew = async (name: string, files: Record<string, string>) => {
        const { dataset: made } = await t.dataset({ name, files });
        return linksOf((await t.inject('HEAD', `/datasetDetail/${made.id}`)).headers.link);
      };
      const rels = (links: Link[]) => new Set(links.map(({ rel }) => rel));
      expect(rels(await linksOfNew('Four and the whole', names(4)))).toContain('item');
      expect([...rels(await linksOfNew('Five and the whole', names(5)))]).toEqual(['linkset']);
      expect([...rels(await linksOfNew('Long', names(4, '数'.repeat(60))))]).toEqual(['linkset']);
    });

    test('what describes it leads to the page and the linkset, by GET and HEAD', async () => {
      for (const format of describing) {
        const { headers } = await t.inject('HEAD', formatPath(format, dataset.id));
        expect(linksOf(headers.link)).toEqual([
          { rel: 'describes', href: page(), type: 'text/html' },
          toLinkset(),
        ]);
      }
    });

    test('so does a download, by GET and HEAD, gated as it is', async () => {
      const { token } = await t.user('links@example.org');
      const path = `/api/v1/download/${dataset.id}/${encodeURI(subsetList[0]?.path ?? '')}`;
      for (const method of ['GET', 'HEAD'] as const) {
        expect(linksOf((await t.inject(method, path, { token })).headers.link)).toEqual([
          { rel: 'collection', href: page(), type: 'text/html' },
          toLinkset(),
        ]);
        expect((await t.inject(method, path)).headers.link).toBeUndefined();
      }
    });

    test('withdrawn: described, with nothing to download', async () => {
      const { dataset: gone } = await t.dataset({ name: 'Gone', status: 'withdrawn' });
      const [context] = await read(gone.id);
      expect(context).not.toHaveProperty('item');
      expect(context).toHaveProperty('describedby');
    });
  });
});
