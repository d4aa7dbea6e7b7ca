import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { creatorsOf } from '../../contract/creators.ts';
import { textsOf } from '../../contract/dataset-texts.ts';
import { renderInThread } from '../markdown/index.ts';
import { shorten } from '../shared/words.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { plainRelease } from '../testing/plain-release.ts';
import { workerPool } from '../workers/index.ts';
import { addresses } from './addresses.ts';
import { creatorLd, jsonLd, licenceLd } from './json-ld.ts';
import { licenceOf } from './licence.ts';
import { openGraph } from './open-graph.ts';

const NASTY = `</script><script>alert(1)</script><img src=x onerror=alert(1)> "quotes" & 'more' <!-- ]]>`;
const setting = {
  name: `Lab ${NASTY}`,
  shortName: 'Lab',
  logo: '',
  contact: '',
  copyright: '',
  filings: '',
  wording: 'as specified' as const,
  staticBase: '/static',
};
const dataset: Dataset = {
  id: 'abc',
  name: 'Brain MRI',
  version: '1.0',
  modalityName: 'MRI',
  count: 3,
  samples: 'samples/abcdefghij0123456789-960x600.webp',
  path: 'brain-mri/1.0.zip',
  desc: null,
  ...textsOf({}),
  detail: 'Resting-state recordings of **30 people**, with [a link](https://example.org).',
  status: 'published',
  size: 12_345,
  fileCount: 2,
  sha256: 'a'.repeat(64),
  license: 'CC BY 4.0',
  authors: 'Lovelace, Ada; Analytical Society',
  citation: 'Lovelace, A. (1843). Notes.',
  keywords: 'rest, MRI, healthy',
  createdAt: '2026-01-01T00:00:00.000Z',
  publishedAt: '2026-01-02T00:00:00.000Z',
  slug: 'brain-mri',
  filesVisible: 'public',
  columnsVisible: 'approved',
  embargoUntil: null,
  access: 'portal',
  frozenAt: null,
  releaseHash: null,
};
const subset = {
  id: 's',
  path: 'brain-mri/1.0/train é.csv',
  desc: 'Training part',
  size: 10,
  fileCount: 1,
  sha256: 'b'.repeat(64),
  contentType: 'text/csv; charset=utf-8',
  sort: 10,
};
const threads = workerPool({ name: 'descriptions', threads: 1, concurrency: 1 });
afterAll(() => threads.close());

/** The page of a dataset, rendered as the server does. */
async function pageOf(shown: Dataset, subsetList = [subset]) {
  const { html: detailHtml, plain } = await renderInThread(threads, shown.detail);
  const detail = {
    dataset: shown,
    detailHtml,
    subsetList,
    subsetCount: subsetList.length,
    fixity: null,
    release: plainRelease,
    access: { policy: 'portal', terms: null, toSign: null, request: null } as const,
  };
  return { setting, detail, plain: new Map([[shown.id, plain]]) };
}
const to = addresses('https://data.example.org', '/static');

type Ld = Record<string, never> & { description: string; distribution: Record<string, unknown>[] };
const read = (html: string): Ld => {
  const [, json] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? [];
  if (json === undefined) throw new Error(`no data block: ${html}`);
  return JSON.parse(json);
};
const ldOf = async (changes: Partial<Dataset> = {}, language: 'en' | 'zh-CN' = 'en'): Promise<Ld> => {
  const page = await pageOf({ ...dataset, ...changes });
  return read(jsonLd({ ...page, changedAt: '2026-01-03T00:00:00.000Z' }, to, language));
};

describe('formats.md: schema.org/Dataset', () => {
  test('every property that dataset search engines read', async () => {
    const url = 'https://data.example.org/datasetDetail/abc';
    const zip = 'https://data.example.org/api/v1/download/abc/brain-mri/1.0.zip';
    const csv = 'https://data.example.org/api/v1/download/abc/brain-mri/1.0/train%20%C3%A9.csv';
    expect(await ldOf()).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Dataset',
      name: 'Brain MRI 1.0',
      description: 'Resting-state recordings of 30 people, with a link.',
      url,
      identifier: 'https://data.example.org/d/brain-mri/1.0',
      version: '1.0',
      datePublished: '2026-01-02T00:00:00.000Z',
      dateModified: '2026-01-03T00:00:00.000Z',
      creator: [
        { '@type': 'Person', givenName: 'Ada', familyName: 'Lovelace' },
        { '@type': 'Organization', name: 'Analytical Society' },
      ],
      citation: 'Lovelace, A. (1843). Notes.',
      keywords: ['MRI', 'rest', 'healthy'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
      isAccessibleForFree: true,
      conditionsOfAccess: expect.stringContaining('account'),
      includedInDataCatalog: { '@type': 'DataCatalog', url: 'https://data.example.org/' },
      distribution: [
        {
          '@type': 'DataDownload',
          contentUrl: zip,
          encodingFormat: 'application/zip',
          contentSize: '12345 B',
          sha256: 'a'.repeat(64),
        },
        {
          contentUrl: csv,
          encodingFormat: 'text/csv; charset=utf-8',
          contentSize: '10 B',
          sha256: 'b'.repeat(64),
        },
      ],
      hasPart: [{ '@type': 'Dataset', name: 'train é.csv', distribution: { '@id': csv } }],
    });
  });

  test.each(['en', 'zh-CN'] as const)(
    'the description has 50 to 5,000 characters, in %s',
    async (language) => {
      for (const detail of [
        '',
        'Short.',
        'x',
        'word '.repeat(3_000),
        '字'.repeat(9_000),
        '𝒳'.repeat(5_000),
      ]) {
        const { description, hasPart } = (await ldOf({ detail }, language)) as Ld & { hasPart: Ld[] };
        for (const text of [description, ...hasPart.map((part) => part.description)]) {
          expect(text.length).toBeGreaterThanOrEqual(50);
          expect(text.length).toBeLessThanOrEqual(5_000);
          expect(text.isWellFormed()).toBe(true);
        }
      }
    },
  );

  test('what is not known is left out; what is withdrawn offers no download', async () => {
    const bare = await ldOf({
      authors: ' ; ',
      citation: '',
      license: '',
      samples: null,
      sha256: null,
      publishedAt: null,
    });
    for (const key of ['creator', 'citation', 'license', 'image', 'datePublished'])
      expect(bare).not.toHaveProperty(key);
    expect(bare.distribution[0]).not.toHaveProperty('sha256');
    expect(await ldOf({ status: 'withdrawn' })).toMatchObject({ distribution: [], hasPart: [] });
  });

  test('creators and licences', () => {
    const ld = (words: string) => licenceLd(licenceOf(words));
    expect(creatorsOf('A, B, C').map(creatorLd)).toMatchObject([
      { '@type': 'Person', name: 'B, C A', givenName: 'B, C', familyName: 'A' },
    ]);
    expect(ld('CC0 1.0')).toBe('https://creativecommons.org/publicdomain/zero/1.0/');
    expect(ld('cc-by-nc-sa-4.0')).toBe('https://creativecommons.org/licenses/by-nc-sa/4.0/');
    expect(ld('https://example.org/terms')).toBe('https://example.org/terms');
    expect(ld('javascript:alert(1)')).toEqual({
      '@type': 'CreativeWork',
      name: 'javascript:alert(1)',
    });
    expect(shorten('one two three', 9)).toBe('one two…');
  });

  test('threats row 17: markup in every field stays text in the data block and in the metadata', async () => {
    const fields = [
      'name',
      'version',
      'modalityName',
      'detail',
      'license',
      'authors',
      'citation',
      'keywords',
    ] as const;
    const nasty = { ...dataset, ...Object.fromEntries(fields.map((field) => [field, NASTY])) };
    const part = { ...subset, path: `a/${NASTY}`, desc: NASTY };
    const data = await pageOf(nasty, [part]);
    const listed = { setting, datasets: [nasty], plain: data.plain };
    for (const block of [jsonLd(data, to, 'en'), jsonLd(listed, to, 'en')]) {
      expect(block.match(/</g), 'its own two').toHaveLength(2);
      expect(JSON.stringify(read(block))).toContain('<img src=x onerror=alert(1)>');
    }
    const page = {
      title: NASTY,
      description: NASTY,
      url: `https://data.example.org/${NASTY}`,
      language: 'en' as const,
    };
    expect(
      openGraph(data, page, to).replace(/<meta (?:name|property)="[\w:]+" content="[^"<>]*">/g, ''),
    ).toBe('');
  });

  test('Open Graph: the picture by its whole address, as JPEG, with its size', async () => {
    const data = await pageOf(dataset, []);
    const page = { title: 'Brain', description: 'd', url: 'u', language: 'en' as const };
    const tags = openGraph(data, page, to);
    expect(tags).toContain(
      '<meta property="og:image" content="https://data.example.org/static/samples/abcdefghij0123456789-960x600/960.jpeg">',
    );
    expect(tags).toContain('<meta property="og:image:width" content="960">');
    const old = { ...data, detail: { ...data.detail, dataset: { ...dataset, samples: 'samples/a.webp' } } };
    expect(openGraph(old, page, addresses('https://a.org', 'https://files.a.org/s'))).toContain(
      '<meta property="og:image" content="https://files.a.org/s/samples/a.webp">',
    );
  });
});

describe('issue 5, for machines: sitemap, feed and robots', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ env: { PUBLIC_URL: 'https://data.example.org' } });
  });
  afterAll(() => t.close());

  test('published datasets only, the last changed first, at once after every change', async () => {
    const get = async (path: string) => (await t.inject('GET', path)).body;
    expect(await get('/feed.xml')).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
    const one = (await t.dataset({ name: 'One & <only>', fields: { authors: 'Lovelace, Ada' } })).dataset;
    t.clock.now += 60_000;
    const two = (await t.dataset({ name: 'Two' })).dataset;
    const draft = (await t.dataset({ name: 'Draft', status: 'draft' })).dataset;
    const locs = async () =>
      [...(await get('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
    const page = (id: string) => `https://data.example.org/datasetDetail/${id}`;
    expect(await locs()).toEqual(['https://data.example.org/', page(two.id), page(one.id)]);

    t.clock.now += 60_000;
    const token = await t.adminToken();
    const body = new FormData();
    body.append('subsets', new Blob(['b']), 'b.txt');
    await t.call('POST', `/api/v1/admin/addSubsets/${one.id}`, { token, body });
    expect(await locs()).toEqual(['https://data.example.org/', page(one.id), page(two.id)]);
    const feed = await get('/feed.xml');
    const changed = new Date(t.clock.now).toISOString();
    expect(feed).toContain(`<id>https://data.example.org/feed.xml</id>`);
    expect(feed.indexOf(`<updated>${changed}</updated>`)).toBeLessThan(feed.indexOf('<entry>'));
    expect(feed).toContain('<title>One &amp; &lt;only&gt; 1.0</title>');
    expect(feed).toContain('<author><name>Ada Lovelace</name></author>');
    expect(feed).toContain(
      '<link rel="self" type="application/atom+xml" href="https://data.example.org/feed.xml"/>',
    );
    expect(feed).not.toContain(draft.id);

    await t.call('DELETE', `/api/v1/admin/dataset/${one.id}`, { token });
    expect(await locs()).toEqual(['https://data.example.org/', page(two.id)]);
  });

  test('typed, revalidated by ETag, compressed', async () => {
    for (const [path, type] of [
      ['/sitemap.xml', 'application/xml; charset=utf-8'],
      ['/feed.xml', 'application/atom+xml; charset=utf-8'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const first = await t.inject('GET', path, { headers: { 'accept-encoding': 'br' } });
      expect(first.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'no-cache',
        'content-encoding': 'br',
      });
      const again = await t.inject('GET', path, { headers: { 'if-none-match': String(first.headers.etag) } });
      expect(again.statusCode, path).toBe(304);
    }
    expect((await t.inject('GET', '/robots.txt')).body).toContain(
      'Disallow: /admin\nDisallow: /api/v1/admin/\n',
    );
    expect((await t.inject('GET', '/robots.txt')).body).toContain(
      '\nSitemap: https://data.example.org/sitemap.xml\n',
    );
  });
});

test('threats.md, Limits: 300 a minute per address for what machines read', async () => {
  const t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '0.01' } });
  const statuses: number[] = [];
  for (let n = 0; n < 4; n++) statuses.push((await t.inject('GET', '/feed.xml')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await t.close();
});
