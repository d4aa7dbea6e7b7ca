import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessKeys } from '../../contract/access.ts';
import { fileUrl } from '../../contract/file-url.ts';
import { userStatuses } from '../../contract/session.ts';
import { LONG } from '../../tests/support/guards.ts';
import { fc } from '../../tests/support/properties.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { sql } from '../testing/look-inside.ts';
import { freshPlace, onObjectStore } from '../testing/object-store.ts';

/** What a person has signed of what a dataset asks for now. */
const signings = [
  'nothing asked',
  'unsigned',
  'signed',
  'signed before, again',
  'signed before, not again',
  'signed another text',
  'signed by another person',
  'signed for another dataset',
] as const;
/** How the person's request stands, of a dataset that asks for one. */
const requests = [
  'not asked',
  'none',
  'of another person',
  'for another dataset',
  'draft',
  'pending',
  'needs_info',
  'rejected',
  'ended',
  'end passed',
  'granted',
  'granted until later',
] as const;
const embargoes = { none: null, over: '2001-02-03', ahead: '2999-01-01' } as const;

interface Case {
  person:
    | 'nobody'
    | 'administrator'
    | (typeof userStatuses)[number]
    | 'approval ended'
    | 'guest'
    | 'guest, over';
  ticket: 'own' | 'of another dataset' | 'none';
  status: 'published' | 'withdrawn' | 'draft' | 'trashed';
  embargo: keyof typeof embargoes;
  signing: (typeof signings)[number];
  request: (typeof requests)[number];
}

type Row = [...{ [Key in keyof Case]: Case[Key] | '*' }[keyof Case][], string];

/**
 * The table of access.md, "The decision", and decisions §1, typed from there: the first row that fits has the answer.
 * Columns: person, ticket, status, embargo, signing, request. A guest’s session is one dataset’s, as a ticket is.
 */
const table: Row[] = [
  ['guest, over', '*', '*', '*', '*', '*', '401'],
  ['guest', 'of another dataset', '*', '*', '*', '*', '403'],
  ['guest', '*', 'trashed', '*', '*', '*', '401'],
  ['guest', '*', 'withdrawn', '*', '*', '*', '410'],
  ['guest', '*', 'draft', '*', '*', '*', '200'],
  ['guest', '*', 'published', '*', '*', '*', '200'],
  ['nobody', '*', '*', '*', '*', '*', '401'],
  ['administrator', '*', '*', '*', '*', '*', '403'],
  ['pending', '*', '*', '*', '*', '*', '403'],
  ['needs_info', '*', '*', '*', '*', '*', '403'],
  ['rejected', '*', '*', '*', '*', '*', '403'],
  ['suspended', '*', '*', '*', '*', '*', '403'],
  ['expired', '*', '*', '*', '*', '*', '403'],
  ['approval ended', '*', '*', '*', '*', '*', '403'],
  ['approved', '*', 'draft', '*', '*', '*', '404'],
  ['approved', '*', 'trashed', '*', '*', '*', '404'],
  ['approved', '*', 'withdrawn', '*', '*', '*', '410'],
  ['approved', 'of another dataset', 'published', '*', '*', '*', '403'],
  ['approved', '*', 'published', 'ahead', '*', '*', '403 embargo'],
  ['approved', '*', 'published', '*', 'unsigned', '*', '403 terms_to_sign'],
  ['approved', '*', 'published', '*', 'signed by another person', '*', '403 terms_to_sign'],
  ['approved', '*', 'published', '*', 'signed for another dataset', '*', '403 terms_to_sign'],
  ['approved', '*', 'published', '*', 'signed before, again', '*', '403 terms_changed'],
  ['approved', '*', 'published', '*', 'signed another text', '*', '403 terms_changed'],
  ['approved', '*', 'published', '*', '*', 'none', '403 request_to_make'],
  ['approved', '*', 'published', '*', '*', 'of another person', '403 request_to_make'],
  ['approved', '*', 'published', '*', '*', 'for another dataset', '403 request_to_make'],
  ['approved', '*', 'published', '*', '*', 'draft', '403 request_to_make'],
  ['approved', '*', 'published', '*', '*', 'pending', '403 request_pending'],
  ['approved', '*', 'published', '*', '*', 'needs_info', '403 request_needs_info'],
  ['approved', '*', 'published', '*', '*', 'rejected', '403 request_rejected'],
  ['approved', '*', 'published', '*', '*', 'ended', '403 request_ended'],
  ['approved', '*', 'published', '*', '*', 'end passed', '403 request_ended'],
  ['approved', '*', 'published', '*', '*', 'granted', '200'],
  ['approved', '*', 'published', '*', '*', 'granted until later', '200'],
  ['approved', '*', 'published', '*', '*', 'not asked', '200'],
];

function expected(of: Case): string {
  const values = [of.person, of.ticket, of.status, of.embargo, of.signing, of.request];
  const row = table.find((one) => values.every((value, i) => one[i] === '*' || one[i] === value));
  if (!row) throw new Error(`the table has no row for ${values}`);
  return row.at(-1) ?? '';
}

interface Person {
  name: Case['person'];
  id: string;
  session: string;
  personal: string;
}
interface Made extends Pick<Case, 'status' | 'embargo' | 'signing' | 'request'> {
  id: string;
  lineage: string;
  /** Of the file and of the whole. */
  paths: [string, string];
  tickets: Map<string, string>;
}

/** One who opened a link to each dataset; the links of the other one were revoked after that. */
const guests = (['guest', 'guest, over'] as const).map(
  (name): Person => ({ name, id: name, session: '', personal: '' }),
);
const isGuest = ({ name }: Pick<Person, 'name'>): boolean => name.startsWith('guest');

/** A person’s session; a guest’s for that dataset. */
const sessionOf = (person: Pick<Person, 'name'> & Partial<Person>, id: string): string =>
  isGuest(person) ? `vtg_${person.name.length}${id}` : (person.session ?? '');

/** Roads to bytes, and the lists that hand out links to them. */
const objects = ['file', 'ZIP', 'file of the tree', 'integrity file'] as const;
const credentials = ['query', 'Bearer', 'ticket', 'other ticket', 'personal', 'Basic'] as const;
/** A guest’s, who has a session for each dataset. */
const guestsCredentials = ['query', 'Bearer', 'ticket', 'other ticket', 'other session'] as const;
const lists = ['page', 'tree', 'manifest'] as const;

/**
 * @param begin starts a portal
 * @param every each way that a dataset can stand; else a third of them, and all that requests decide
 * @param listsToo options of the test of the lists
 */
function decisions(begin: () => Promise<TestApp>, every: boolean, listsToo: { tags?: string[] } = {}): void {
  let t: TestApp;
  const people: Person[] = [];
  const datasets: Made[] = [];

  beforeAll(async () => {
    t = await begin();
    const names = [...userStatuses, 'approval ended'] as const;
    for (const [i, name] of names.entries()) {
      const email = `person${i}@example.org`;
      const { id, token: session } = await t.user(email);
      const { token: personal } = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
        token: session,
        body: { name: 'tool', expiresInDays: 5, password: PASSWORD },
      });
      people.push({ name, id, session, personal });
    }
    await makeDatasets();
    const end = t.clock.now - 1_000;
    for (const { id, name } of people)
      await sql(
        t,
        name === 'approval ended'
          ? `update users set approved_until = ${end} where id = '${id}'`
          : `update users set status = '${name}' where id = '${id}'`,
      );
    people.push({ name: 'administrator', id: '', session: await t.adminToken(), personal: '' });
    people.push({ name: 'nobody', id: '', session: '', personal: '' });
    people.push(...guests);
    // What is cached of the catalogue is looked up again.
    t.clock.now += 60_000;
  }, 120_000);
  afterAll(() => t.close());

  async function makeDatasets(): Promise<void> {
    await sql(t, `insert into terms (id, created_at) values ('set', 0), ('again', 0), ('other', 0)`);
    for (const [set, version, again] of [
      ['set', 1, 1],
      ['set', 2, 0],
      ['again', 1, 1],
      ['again', 2, 1],
      ['other', 1, 1],
    ])
      await sql(
        t,
        `insert into terms_versions values ('${set}${version}', '${set}', ${version}, 'T', 'x', 'h', ${again}, 0, 'k', 's')`,
      );
    const wanted = (['published', 'withdrawn', 'draft', 'trashed'] as const).flatMap((status) =>
      (Object.keys(embargoes) as Case['embargo'][]).flatMap((embargo) =>
        signings
          // The status decides before them.
          .filter((signing) => status === 'published' || signing === 'signed' || signing === 'unsigned')
          .flatMap((signing) =>
            requests
              // Where terms decide, two of them show that the order holds.
              .filter(
                (request) =>
                  (status === 'published' && embargo === 'none' && /^(nothing|signed$)/.test(signing)) ||
                  request === 'not asked' ||
                  (embargo !== 'over' && request === 'pending'),
              )
              .map((request) => ({ status, embargo, signing, request })),
          ),
      ),
    );
    const some = wanted.filter((one, n) => every || n % 3 === 0 || one.signing === 'nothing asked');
    for (const [n, one] of some.entries()) {
      const { dataset, subsetList } = await t.dataset({ name: `Dataset ${n}`, files: { 'a.txt': `${n}` } });
      const { id } = dataset;
      const tickets = new Map<string, string>();
      const [row] = await sql<{ lineage_id: string }>(
        t,
        `select lineage_id from datasets where id = '${id}'`,
      );
      const lineage = row?.lineage_id ?? '';
      datasets.push({ ...one, id, lineage, paths: [subsetList[0]?.path ?? '', dataset.path], tickets });
    }
    // On an object store a ZIP is laid out a moment later.
    await t.app.settle();
    await openLinks();
    for (const { id, tickets } of datasets)
      for (const person of [...people, ...guests]) {
        const url = (await t.open(id, sessionOf(person, id))).dataset.downloadUrl ?? '';
        tickets.set(person.id, new URL(url, 'http://x').searchParams.get('token') ?? '');
      }
    await sql(t, `update reviewer_links set revoked_at = 1 where name = 'guest, over'`);
    const token = await t.adminToken();
    for (const [n, { id, status, embargo, signing, request, lineage }] of datasets.entries()) {
      await makeRequests(n, lineage, request);
      const until = embargoes[embargo];
      await sql(
        t,
        `update datasets set embargo_until = ${until === null ? 'null' : `'${until}'`} where id = '${id}'`,
      );
      if (status === 'trashed') await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token });
      else await sql(t, `update datasets set status = '${status}' where id = '${id}'`);
      const asks = signing === 'nothing asked' ? null : signing === 'signed before, again' ? 'again' : 'set';
      if (asks) await sql(t, `update lineages set terms_id = '${asks}' where id = '${lineage}'`);
      const signed: Partial<Record<Case['signing'], string>> = {
        signed: 'set2',
        'signed before, again': 'again1',
        'signed before, not again': 'set1',
        'signed another text': 'other1',
        'signed for another dataset': 'set2',
      };
      const text = signed[signing];
      if (text === undefined && signing !== 'signed by another person') continue;
      const where = signing === 'signed for another dataset' ? `elsewhere${n}` : lineage;
      const signers = text === undefined ? ['somebody'] : people.map(({ id }) => id);
      const rows = signers.map(
        (signer) =>
          `('${n}-${signer}', null, '${signer}', '${where}', 'D', '${text ?? 'set2'}', 'h', 'N', 'e', 'a', 0, '', 'k', 's')`,
      );
      await sql(t, `insert into signatures values ${rows.join()}`);
    }
  }

  /** As after an exchange: what a link opens depends on its row, and on its version’s. */
  async function openLinks(): Promise<void> {
    const all = datasets.flatMap(({ id }) => guests.map(({ name }) => ({ id, name })));
    const rows = all.map(({ id, name }) => {
      const token = sessionOf({ name }, id);
      return { id, name, link: `${name} ${id}`, hash: createHash('sha256').update(token).digest('hex') };
    });
    const end = t.clock.now + 1e10;
    const links = rows.map(
      ({ id, name, hash, link }) => `('${link}', '${id}', '${name}', '${hash}', 0, 'a', ${end}, null, null)`,
    );
    const sessions = rows.map(({ hash, link }) => `('${hash}', '${link}', 0, ${end}, null)`);
    await sql(t, `insert into reviewer_links values ${links.join()}`);
    await sql(t, `insert into guest_sessions values ${sessions.join()}`);
  }

  /** Has a dataset ask for requests, and everybody stand so. */
  async function makeRequests(n: number, lineage: string, request: Case['request']): Promise<void> {
    if (request === 'not asked') return;
    await sql(t, `update lineages set asks_request = 1 where id = '${lineage}'`);
    if (request === 'none') return;
    const of = request === 'for another dataset' ? `elsewhere${n}` : lineage;
    const asking = request === 'of another person' ? ['somebody'] : people.map(({ id }) => id);
    const status = /^(end passed|granted|of|for)/.test(request) ? 'granted' : request;
    const until =
      request === 'end passed' ? t.clock.now : request === 'granted until later' ? t.clock.now + 1e9 : 'null';
    const rows = asking.map(
      (person) => `('r${n}-${person}', '${person}', '${of}', '${status}', '', '{}', '[]', 0, ${until})`,
    );
    await sql(
      t,
      `insert into requests (id, user_id, lineage_id, status, purpose, answers, questions, changed_at, approved_until)
       values ${rows.join()}`,
    );
  }

  /** The answer to one request for bytes: code and key. */
  async function asked(
    person: Person,
    dataset: Made,
    object: (typeof objects)[number],
    credential: (typeof credentials | typeof guestsCredentials)[number],
  ): Promise<string> {
    const { id, paths } = dataset;
    const other = datasets.find((one) => one.id !== id && one.tickets.get(person.id));
    const session = sessionOf(person, id);
    const token = {
      query: session,
      Bearer: session,
      ticket: dataset.tickets.get(person.id) ?? '',
      'other ticket': other?.tickets.get(person.id) ?? '',
      'other session': sessionOf(person, other?.id ?? ''),
      personal: person.personal,
      Basic: person.personal,
    }[credential];
    const url = {
      file: `/api/v1/download/${id}/${paths[0]}`,
      ZIP: `/api/v1/download/${id}/${paths[1]}`,
      'file of the tree': fileUrl(id, 'a.txt'),
      'integrity file': `/api/v1/downloadInspection/${paths[0]}`,
    }[object];
    const basic = Buffer.from(`somebody:${token}`).toString('base64');
    const headers: Record<string, string> =
      token === ''
        ? {}
        : credential === 'other session'
          ? { authorization: `Bearer ${token}` }
          : credential === 'Basic'
            ? { authorization: `Basic ${basic}` }
            : credential === 'Bearer' || credential === 'personal'
              ? { authorization: `Bearer ${token}` }
              : {};
    const inQuery = token !== '' && !headers.authorization ? `?token=${encodeURIComponent(token)}` : '';
    const answer = await t.inject('GET', url + inQuery, { headers });
    // Sent, or left to nginx or the store.
    if (answer.statusCode < 400) return '200';
    const { code, errors } = answer.json<{ code: number; errors?: { path: string; message: string }[] }>();
    const key = errors?.find(({ path }) => path === 'access')?.message;
    return key === undefined ? `${code}` : `${code} ${key}`;
  }

  /** Whether a list hands out links that work by themselves. */
  async function handsOut(
    person: Person,
    { id }: Made,
    list: (typeof lists)[number],
  ): Promise<{ code: number; links: boolean }> {
    const url = {
      page: `/api/v1/dataset/${id}`,
      tree: `/api/v1/dataset/${id}/files`,
      manifest: `/api/v1/dataset/${id}/manifest?format=aria2`,
    }[list];
    const session = sessionOf(person, id);
    const answer = await t.inject('GET', url, session === '' ? {} : { token: session });
    const links = /"downloadUrl"|"ticket"|[?&]token=/.test(answer.body);
    return { code: answer.statusCode, links };
  }

  const anyCase = fc.record({
    person: fc.nat(),
    dataset: fc.nat(),
    object: fc.constantFrom(...objects),
    credential: fc.constantFrom(...credentials),
  });
  const pick = <Of>(list: readonly Of[], n: number): Of => list[n % list.length] as Of;

  async function sameAsTheTable(cases: number): Promise<void> {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyCase, async (chosen) => {
        const [person, dataset] = [pick(people, chosen.person), pick(datasets, chosen.dataset)];
        const { object } = chosen;
        // An administrator has a session alone.
        const credential = isGuest(person)
          ? pick(guestsCredentials, chosen.person + chosen.dataset)
          : person.name === 'administrator' && chosen.credential !== 'query'
            ? 'Bearer'
            : chosen.credential;
        const ticket = credential.startsWith('other')
          ? 'of another dataset'
          : credential === 'ticket'
            ? 'own'
            : 'none';
        const should = expected({ ...dataset, person: person.name, ticket });
        seen.add(should);
        const why = `${person.name}, ${credential}, ${object}, ${JSON.stringify({ ...dataset, tickets: 0 })}`;
        expect(await asked(person, dataset, object, credential), why).toBe(should);
      }),
      { numRuns: cases, endOnFailure: true },
    );
    expect([...new Set(table.map((row) => row.at(-1)))].filter((one) => !seen.has(one ?? ''))).toEqual([]);
  }

  for (const [cases, options] of [
    ['2,000', {}],
    ['50,000', LONG],
  ] as const)
    test(
      `${cases} generated cases agree with a table written apart, on every way to bytes`,
      {
        ...options,
        timeout: 600_000,
      },
      () => sameAsTheTable(Number(cases.replace(',', ''))),
    );

  /** @param every each list of each dataset to each person; else one of the three in turn */
  async function linksAreThose(every: boolean): Promise<void> {
    const keys = new Set<string>();
    for (const [i, person] of people.entries()) {
      for (const [n, dataset] of datasets.entries()) {
        const should = expected({ ...dataset, person: person.name, ticket: 'none' });
        if (should.includes(' ')) keys.add(should.slice(4));
        for (const list of every ? lists : [pick(lists, i + n)]) {
          const { links } = await handsOut(person, dataset, list);
          // The page keeps its links under an embargo, so that they work once it ends.
          const withinEmbargo = list === 'page' && dataset.embargo === 'ahead';
          const may = withinEmbargo
            ? expected({ ...dataset, embargo: 'none', person: person.name, ticket: 'none' })
            : should;
          expect(
            links,
            `${list}, ${person.name}, ${dataset.status}, ${dataset.embargo}, ${dataset.signing}, ${dataset.request}`,
          ).toBe(may === '200');
        }
      }
    }
    expect([...keys].sort()).toEqual([...accessKeys].sort());
  }

  test(
    'lists hand out links to those alone who may download, and the keys are those of the contract',
    {
      ...listsToo,
      timeout: 120_000,
    },
    () => linksAreThose(false),
  );

  test('the same of each list of each dataset', { ...LONG, timeout: 120_000 }, () => linksAreThose(true));
}

const TITLE = 'access.md "The decision", threat 38: who gets bytes';
onEitherDatabase(TITLE, (database) => decisions(() => buildTestApp({ database }), database === 'SQLite'));
describe(`${TITLE} from nginx`, LONG, () =>
  decisions(() => buildTestApp({ env: { DELIVERY: 'x-accel' } }), true),
);
onObjectStore(`${TITLE} from the object store`, () =>
  // The portal's lists are the same, wherever the bytes come from.
  decisions(
    async () => buildTestApp({ env: { ...(await freshPlace()).env, DELIVERY: 'redirect' } }),
    false,
    LONG,
  ),
);
