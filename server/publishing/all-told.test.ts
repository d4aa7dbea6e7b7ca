import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { describedFields } from '../testing/described-dataset.ts';
import { sql } from '../testing/look-inside.ts';
import { describing, formatPath } from './format-list.ts';

const PUBLIC_URL = 'https://data.example.org';
const fields = {
  ...describedFields,
  conceptDoi: '10.1234/all',
  authorList: JSON.stringify([
    { name: 'Lovelace, Ada', orcid: '0000-0002-1825-0097', affiliation: 'Society', ror: '05dxps055' },
    { name: 'Institute', ror: '04wxnsj81' },
  ]),
  funders: JSON.stringify([
    { name: 'Fund of Funds', ror: '021nxhr62', award: 'X-1' },
    { name: 'Other Fund', award: 'X-1' },
  ]),
};

/** What a version has, and how it looks in every format that tells of it. */
type Fact =
  | 'DOI'
  | 'concept DOI'
  | 'permalink'
  | 'version before'
  | 'version after'
  | 'ORCID'
  | 'ROR of an affiliation'
  | 'ROR of an institute'
  | 'funder'
  | 'award of each funder'
  | 'related work'
  | 'licence'
  | 'hash of a file'
  | 'release hash';

/** Formats, and what they have no words for. */
const formats: Record<string, Fact[]> = {
  'datacite.json': ['hash of a file'],
  'datacite.xml': ['hash of a file'],
  'croissant.json': [],
  'ro-crate-metadata.json': [],
  'schema.org': [],
  // Of a list of all versions their single files are no part.
  'catalog.ttl': [
    'version after',
    'ROR of an affiliation',
    'funder',
    'award of each funder',
    'hash of a file',
    'release hash',
  ],
  oai_dc: [
    'ORCID',
    'ROR of an affiliation',
    'ROR of an institute',
    'funder',
    'award of each funder',
    'hash of a file',
    'release hash',
  ],
};

describe('releases "What machines read": each format tells all that a version has', () => {
  let t: TestApp;
  const versions: Dataset[] = [];
  let hash = '';
  beforeAll(async () => {
    const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));
    t = await buildTestApp({ env: { PUBLIC_URL }, distFolder });
    for (const version of ['0.9', '1.0', '1.1']) {
      const { dataset, subsetList } = await t.dataset({ name: 'Told', version, fields });
      if (version === '1.0') {
        hash = subsetList[0]?.sha256 ?? '';
        const update = { token: await t.adminToken() };
        await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/freeze`, update);
        await t.app.settle();
      }
      versions.push((await t.open(dataset.id)).dataset);
      t.clock.now += 60_000;
    }
  });
  afterAll(() => t.close());

  const dataBlock = (html: string) => /<script type="application\/ld\+json">[^<]*/.exec(html)?.[0] ?? '';
  /** The record or node of one version, so that another's words do not count. */
  const partOf = (text: string, begin: string, end: string) =>
    text.split(end).find((one) => one.includes(begin)) ?? '';

  async function told(format: string, { id, slug, version }: Dataset): Promise<string> {
    const get = async (path: string) => (await t.inject('GET', path)).body;
    const link = describing.find(({ path }) => path.endsWith(`/${format}`));
    if (link) return get(formatPath(link, id));
    if (format === 'schema.org') return dataBlock(await get(`/datasetDetail/${id}`));
    if (format === 'catalog.ttl')
      return partOf(await get('/catalog.ttl'), `<${PUBLIC_URL}/d/${slug}/${version}> a dcat:Dataset`, ' .\n');
    const identifier = `oai:data.example.org:${id}`;
    return get(`/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=${identifier}`);
  }

  test.each(Object.entries(formats))('%s', async (format, unsaid) => {
    const [before, it, after] = versions as [Dataset, Dataset, Dataset];
    const permalink = ({ slug, version }: Dataset) => `${PUBLIC_URL}/d/${slug}/${version}`;
    const facts: Record<Fact, RegExp | string> = {
      DOI: '10.1234/brain.mri-1',
      'concept DOI': '10.1234/all',
      permalink: permalink(it),
      'version before': permalink(before),
      'version after': permalink(after),
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
      'ROR of an affiliation': 'https://ror.org/05dxps055',
      'ROR of an institute': 'https://ror.org/04wxnsj81',
      funder: 'https://ror.org/021nxhr62',
      'award of each funder': /X-1[\s\S]*Other Fund|Other Fund[\s\S]*X-1[\s\S]*X-1/,
      'related work': '10.5555/12345678',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
      'hash of a file': hash,
      'release hash': it.releaseHash ?? 'none',
    };
    const text = await told(format, it);
    for (const [fact, words] of Object.entries(facts))
      if (!unsaid.includes(fact as Fact)) expect(text, fact).toMatch(words);
  });

  test.each(Object.keys(formats))('%s: until when its files are not handed out', async (format) => {
    const name = `Embargoed for ${format}`;
    const { dataset } = await t.dataset({ name, fields: { ...fields, embargoUntil: '2099-01-01' } });
    expect(await told(format, dataset)).toContain('2099-01-01');
  });

  test.each([
    ['terms are to be signed', `terms_id = 'some'`, 'The terms of the dataset are to be signed'],
    ['it is to be asked for', 'asks_request = 1', 'Its files are asked for on the page of the dataset'],
  ])('access.md: that %s', async (name, set, words) => {
    const { dataset } = await t.dataset({ name, fields });
    await sql(t, `update lineages set ${set} where name = '${name}'`);
    t.clock.now += 60_000;
    // The others have words for a licence alone.
    for (const format of ['croissant.json', 'ro-crate-metadata.json', 'schema.org', 'catalog.ttl'])
      expect(await told(format, dataset), format).toContain(words);
  });

  test('without a DOI of all versions, their permanent address', async () => {
    const { dataset } = await t.dataset({
      name: 'Without DOIs',
      fields: { ...fields, doi: '', conceptDoi: '' },
    });
    for (const format of Object.keys(formats))
      expect(await told(format, dataset), format).toMatch(
        /https:\/\/data\.example\.org\/d\/without-dois["<>]/,
      );
  });

  test('a withdrawn version: that it is, and why', async () => {
    const { dataset } = await t.dataset({ name: 'Taken back', fields });
    const body = { status: 'withdrawn', reason: 'Two people were mixed up.' };
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token: await t.adminToken(), body });
    for (const format of [...describing.map(({ path }) => path.split('/').at(-1) ?? ''), 'schema.org'])
      expect(await told(format, dataset), format).toMatch(/withdrawn[\s\S]*Two people were mixed up\./i);
  });
});
