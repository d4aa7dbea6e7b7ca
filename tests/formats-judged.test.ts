/** @module-tag guards */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { describedDataset, describedFields } from '../server/testing/described-dataset.ts';
import { type ImportRoot, importRoot } from '../server/testing/import-root.ts';
import { sql } from '../server/testing/look-inside.ts';
import { LONG } from './support/guards.ts';
import { judges, judgesFolder } from './support/judges.ts';
import { freePort } from './support/nginx.ts';

const run = promisify(execFile);
const programs = judges(
  'the judges of the machine formats (DataCite, Croissant, RO-Crate, DCAT-AP, OAI-PMH, Signposting)',
);

describe.runIf(programs)('releases.md, "What machines read": before the judges', () => {
  let t: TestApp;
  let url: string;
  let folder: string;
  let root: ImportRoot;
  /** With everything said; with nothing; withdrawn; with names that are not shown. */
  let shown: { dataset: Dataset; subsetList: Subset[] };
  const ids: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    folder = await mkdtemp(join(tmpdir(), 'vitrine-judged-'));
    const distFolder = join(judgesFolder, '../../dist');
    root = await importRoot();
    t = await buildTestApp({ env: { PUBLIC_URL: url, IMPORT_ROOTS: root.path }, distFolder });
    shown = await describedDataset(t);
    const bare = await t.dataset({ name: 'Bare' });
    const gone = await t.dataset({ name: 'Gone', status: 'withdrawn' });
    const hidden = await t.dataset({ name: 'Hidden', fields: { filesVisible: 'approved' } });
    ids.push(...[shown, bare, gone, hidden].map(({ dataset }) => dataset.id));
    await t.app.settle();
    await t.server.listen({ port, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const python = (...args: string[]) =>
    run(join(programs ?? '', 'python'), args, { maxBuffer: 64 * 1024 * 1024 }).catch((error) => {
      throw new Error(`${args[0]}:\n${error.stdout}${error.stderr}`);
    });
  const judge = async (name: string, ...args: string[]) =>
    (await python(join(judgesFolder, name), ...args)).stdout;

  const judgedCrates = async (...crates: string[]): Promise<{ passed: boolean; issues: unknown[] }[]> => {
    const reports = JSON.parse((await judge('judge_ro_crate.py', ...crates)).trim().split('\n').at(-1) ?? '');
    expect(reports).toHaveLength(crates.length);
    return reports;
  };

  async function saved(id: string, format: string): Promise<string> {
    const file = join(folder, `${id}-${format}`);
    await writeFile(file, (await t.inject('GET', `/api/v1/dataset/${id}/${format}`)).body);
    return file;
  }

  test('DataCite: its XML schema 4.7, and a JSON schema', async () => {
    for (const id of ids)
      expect(
        await judge('judge_datacite.py', await saved(id, 'datacite.xml'), await saved(id, 'datacite.json')),
      ).toContain('valid');
  }, 300_000);

  const sound = async (of: string[]) => {
    const crates = await Promise.all(of.map((id) => saved(id, 'ro-crate-metadata.json')));
    for (const report of await judgedCrates(...crates))
      expect(report).toMatchObject({ passed: true, issues: [] });
  };
  test('RO-Crate: what 1.2 requires', () => sound([shown.dataset.id]), 300_000);
  test('RO-Crate: the same with nothing said, withdrawn, of hidden names', LONG, () => sound(ids.slice(1)));

  test('RO-Crate as a file of the dataset: the folder that its ZIP unpacks to', LONG, async () => {
    const token = await t.adminToken();
    const made = await t.dataset({
      name: 'Crated',
      files: { 'a b#1.csv': 'a\n1\n', 'read me.txt': 'Read me.' },
      fields: describedFields,
      status: 'draft',
    });
    const { id } = made.dataset;
    await root.put('scans/sub/one.txt', 'one');
    await root.put('scans/two.txt', 'two');
    const path = made.dataset.path.replace(/\.zip$/, '/scans.zip');
    const body = { subsets: [{ path, source: { import: `${root.path}/scans` } }] };
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token, body });
    await t.app.settle();
    await t.call('POST', `/api/v1/admin/dataset/${id}/roCrate`, { token });
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { status: 'published' } });
    await t.app.settle();
    const { token: reader } = await t.user('crates@example.org');
    const { downloadUrl = '' } = (await t.open(id, reader)).dataset;
    const zip = join(folder, 'crated.zip');
    await writeFile(zip, (await t.inject('GET', downloadUrl)).rawPayload);
    const to = join(folder, 'crated');
    await python('-m', 'zipfile', '-e', zip, to);
    const incomplete = join(folder, 'incomplete');
    await cp(to, incomplete, { recursive: true });
    await rm(join(incomplete, 'read me.txt'));
    const [whole, less] = await judgedCrates(to, incomplete);
    expect(whole).toMatchObject({ passed: true, issues: [] });
    expect(less?.passed, 'a file that it names is not there').toBe(false);
  });

  test('Croissant: mlcroissant validates it, and finds each file with its hash', async () => {
    const addresses = ids.map((id) => `${url}/api/v1/dataset/${id}/croissant.json`);
    const all = JSON.parse(await judge('judge_croissant.py', ...addresses));
    for (const [i, id] of ids.entries()) {
      expect(all[i].warnings).toEqual([]);
      const names = all[i].files.map(({ name }: { name: string }) => name);
      if (id === shown.dataset.id)
        expect(names).toEqual(
          expect.arrayContaining(shown.subsetList.map(({ path }) => path.split('/').at(-1))),
        );
    }
  }, 300_000);

  test('DCAT-AP: no violation of its shapes; Turtle and JSON-LD say the same', async () => {
    const [ttl, jsonld] = ['catalog.ttl', 'catalog.jsonld'].map((name) => join(folder, name));
    for (const file of [ttl, jsonld]) {
      const path = `/${String(file).split('/').at(-1)}`;
      await writeFile(String(file), (await t.inject('GET', path)).body);
    }
    expect(await judge('judge_dcat.py', String(ttl), String(jsonld))).toContain(', 0 violations, equal');
  }, 300_000);

  const harvested = async (many: number) => {
    const { id } = shown.dataset;
    const rest = async (table: string) =>
      (await sql<{ name: string }>(t, `select name from pragma_table_info('${table}')`)).map(
        ({ name }) => name,
      );
    const lineage = (await rest('lineages')).map((name) =>
      ['id', 'name', 'slug'].includes(name) ? `${name} || '-${many}-' || n` : name,
    );
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${many})`;
    await sql(
      t,
      `insert into lineages ${numbers} select ${lineage} from lineages, numbers
       where id = (select lineage_id from datasets where id = '${id}')`,
    );
    const dataset = (await rest('datasets')).map((name) =>
      // Ten at a time were changed in one millisecond.
      name === 'updated_at'
        ? 'updated_at - 60000 + n / 10'
        : ['id', 'name', 'path', 'lineage_id'].includes(name)
          ? `${name} || '-${many}-' || n`
          : name,
    );
    await sql(
      t,
      `insert into datasets ${numbers} select ${dataset} from datasets, numbers where id = '${id}'`,
    );
    t.clock.now += 120_000;
    const said = JSON.parse(await judge('judge_oai.py', `${url}/oai`));
    expect(said).toMatchObject({ first: said.second, distinct: said.count, deleted: 1 });
    expect(said.count).toBeGreaterThanOrEqual(many);
    expect(said.datacite).toBe('valid');
  };
  for (const [many, options] of [
    ['2,000', {}],
    ['10,000', LONG],
  ] as const)
    test(`OAI-PMH: Sickle harvests ${many} records, twice the same`, { ...options, timeout: 600_000 }, () =>
      harvested(Number(many.replace(',', ''))),
    );

  test('Signposting: the same by header and by linkset', async () => {
    for (const id of ids) {
      const read = JSON.parse(await judge('judge_signposting.py', `${url}/datasetDetail/${id}`));
      expect(read.page).toEqual(read.linkset);
      expect(read.page.describedBy).toContain(`${url}/api/v1/dataset/${id}/datacite.xml`);
    }
  }, 300_000);
});
