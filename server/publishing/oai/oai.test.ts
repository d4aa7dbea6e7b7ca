import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { describedDataset } from '../../testing/described-dataset.ts';
import { leastTime } from '../../testing/hostile.ts';
import { readArguments } from './arguments.ts';

test('threats 33: a body of thousands of names is refused within 50 ms', () => {
  const names = Array.from({ length: 30_000 }, (_, n) => `a${n.toString(36)}=`);
  const given = new URLSearchParams(`verb=ListRecords&${names.join('&')}`);
  const refused = () => expect(() => readArguments(given)).toThrow('takes no a0');
  refused();
  expect(leastTime(refused, 50)).toBeLessThanOrEqual(50);
});

onEitherDatabase('releases.md, "What machines read": OAI-PMH 2.0', (database) => {
  let t: TestApp;
  let shown: Dataset;
  let gone: Dataset;
  let draft: Dataset;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { PUBLIC_URL: 'https://data.example.org' } });
    shown = (await describedDataset(t)).dataset;
    t.clock.now += 60_000;
    gone = (await t.dataset({ name: 'Gone', status: 'withdrawn' })).dataset;
    draft = (await t.dataset({ name: 'Drafted', status: 'draft' })).dataset;
  });
  afterAll(() => t.close());

  const ask = async (query: string) => {
    const answer = await t.inject('GET', `/oai?${query}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8']);
    return answer.body;
  };
  const errorOf = async (query: string) => /<error code="(\w+)">/.exec(await ask(query))?.[1];
  const idsIn = (body: string) =>
    [...body.matchAll(/<identifier>oai:data\.example\.org:([^<]*)</g)].map(([, id]) => id);

  test('Identify, ListMetadataFormats', async () => {
    const said = await ask('verb=Identify');
    for (const part of [
      '<baseURL>https://data.example.org/oai</baseURL>',
      '<protocolVersion>2.0</protocolVersion>',
      '<adminEmail>noreply@localhost</adminEmail>',
      '<deletedRecord>transient</deletedRecord>',
      '<granularity>YYYY-MM-DDThh:mm:ssZ</granularity>',
    ])
      expect(said).toContain(part);
    const formats = await ask(`verb=ListMetadataFormats&identifier=oai:data.example.org:${shown.id}`);
    expect(formats.match(/<metadataPrefix>\w+/g)).toEqual([
      '<metadataPrefix>oai_dc',
      '<metadataPrefix>oai_datacite',
    ]);
  });

  test('the records: published ones with metadata, withdrawn ones deleted, drafts nowhere', async () => {
    const body = await ask('verb=ListRecords&metadataPrefix=oai_dc');
    expect(idsIn(body)).toHaveLength(3);
    // The two others changed at the same moment: what a new version says of all versions, the former says since.
    expect(idsIn(body)).toContain(shown.id);
    expect(idsIn(body).at(-1)).toBe(gone.id);
    expect(body).toContain('<dc:identifier>https://doi.org/10.1234/brain.mri-1</dc:identifier>');
    expect(body).toMatch(new RegExp(`<header status="deleted"><identifier>[^<]*${gone.id}</identifier>`));
    expect(body).not.toContain(draft.id);
    expect(idsIn(await ask('verb=ListIdentifiers&metadataPrefix=oai_dc'))).toEqual(idsIn(body));
    const one = await ask(
      `verb=GetRecord&metadataPrefix=oai_datacite&identifier=oai:data.example.org:${shown.id}`,
    );
    expect(one).toContain('<schemaVersion>4.7</schemaVersion>');
    expect(one).toContain('<identifier identifierType="DOI">10.1234/brain.mri-1</identifier>');
  });

  test('POST of a form is the same', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'verb=ListIdentifiers&metadataPrefix=oai_dc';
    const answer = await t.server.inject({ method: 'POST', url: '/oai', headers, payload });
    expect(idsIn(answer.body)).toHaveLength(3);
    const large = { method: 'POST' as const, url: '/oai', headers, payload: `verb=${'x'.repeat(20_000)}` };
    expect((await t.server.inject(large)).statusCode).toBe(413);
    expect((await t.inject('POST', '/oai', { body: { verb: 'Identify' } })).statusCode).toBe(415);
  });

  test('from and until: inclusive, by day or second', async () => {
    const second = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`;
    const [day] = new Date(t.clock.now).toISOString().split('T');
    const list = (more: string) => ask(`verb=ListIdentifiers&metadataPrefix=oai_dc&${more}`);
    expect(idsIn(await list(`from=${second(t.clock.now)}`))).toEqual([gone.id]);
    expect(idsIn(await list(`until=${second(t.clock.now - 60_000)}`))).toHaveLength(2);
    expect(idsIn(await list(`from=2020-01-01&until=${day}`))).toHaveLength(3);
  });

  test.each([
    ['', 'badVerb'],
    ['verb=Nothing', 'badVerb'],
    ['verb=toString', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&x=1', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2020-02-30', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=yesterday', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2020-01-01&until=2021-01-01T00:00:00Z', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&from=2021-01-01&until=2020-01-01', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=oai_dc&resumptionToken=x', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    ['verb=ListRecords&metadataPrefix=oai_dc&until=2000-01-01', 'noRecordsMatch'],
    ['verb=ListRecords&metadataPrefix=oai_dc&set=x', 'noSetHierarchy'],
    ['verb=ListSets', 'noSetHierarchy'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    ['verb=ListIdentifiers&resumptionToken=WzFd', 'badResumptionToken'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:data.example.org:none', 'idDoesNotExist'],
  ])('an error is HTTP 200: %s → %s', async (query, code) => {
    expect(await errorOf(query)).toBe(code);
  });

  test('a draft has no identifier', async () => {
    const query = `verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:data.example.org:${draft.id}`;
    expect(await errorOf(query)).toBe('idDoesNotExist');
  });
});
