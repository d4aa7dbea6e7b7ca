import { createHash } from 'node:crypto';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import { fileUrl } from '../../contract/file-url.ts';
import type { listRecallable, listRecallPeople, RecallableFile } from '../../contract/recalls.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import { idOf, tusCalls } from '../../server/testing/tus.ts';
import { onTheWire } from '../../server/testing/wire.ts';
import type { randomFrom } from './random.ts';

const DAY = 86_400_000;
/** Different contents of files: few, so that datasets share bytes. */
const CONTENTS = 9;
const PEOPLE = 5;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What somebody received, told by the bytes that arrived: of each content, which of its bytes. */
class Received {
  readonly #bytes = new Map<string, { content: Buffer; got: Uint8Array }>();

  add(content: Buffer, from: number, to: number): void {
    if (from >= to) return;
    const key = sha256(content);
    const known = this.#bytes.get(key) ?? { content, got: new Uint8Array(content.length) };
    known.got.fill(1, from, to);
    this.#bytes.set(key, known);
  }

  of(hash: string): 'none' | 'partial' | 'whole' {
    const known = this.#bytes.get(hash);
    if (!known) return 'none';
    return known.got.includes(0) ? 'partial' : 'whole';
  }
}

/** The contents of a stored ZIP and where they lie, found by walking along its local headers (APPNOTE 4.3.7). */
function* entriesIn(zip: Buffer): Generator<{ start: number; content: Buffer }> {
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const size = zip.readUInt32LE(at + 18);
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    yield { start, content: zip.subarray(start, start + size) };
    at = start + size;
  }
}

/** A version of a history: its id, and what of it can be downloaded now. */
interface Version {
  id: string;
  number: string;
}

/**
 * Random histories of downloads in one portal, and what each person has received of them; written apart from the
 * portal's own records.
 */
export async function recallHistories(t: TestApp, { random, randomBytes }: ReturnType<typeof randomFrom>) {
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const chance = (p: number): boolean => random() < p;

  const contents = Array.from({ length: CONTENTS }, (_, i) => randomBytes(i === 0 ? 1 : 1 + below(300)));
  const people: { email: string; token: string; received: Received }[] = [];
  let admin = await t.adminToken();
  for (let i = 0; i < PEOPLE; i++) {
    const email = `holder${i}@example.org`;
    const { token } = await t.user(email);
    const made = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'history', expiresInDays: 365, password: 'seven green kettles on the roof' },
    });
    people.push({ email, token: made.token, received: new Received() });
  }
  const wire = await onTheWire(t);

  async function upload(bytes: Uint8Array, more: Record<string, string> = {}): Promise<string> {
    const tus = tusCalls(wire, admin);
    const id = idOf(await tus.create(bytes.length, { filename: 'x.bin', ...more }));
    if (bytes.length > 0) await tus.patch(id, 0, bytes);
    return id;
  }

  /** As an approved person sees it: everything has a link. */
  const detail = (id: string) =>
    t.call<{ dataset: Dataset; subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${id}`, {
      token: admin,
    });

  async function addFolder(version: Version): Promise<void> {
    const { dataset } = await detail(version.id);
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token: admin });
    for (let i = 0, count = 1 + below(3); i < count; i++)
      await upload(pick(contents), { folder, relativePath: `${pick(['', 'deep/'])}f${i}.bin` });
    const path = `${dataset.path.replace(/\.zip$/, '')}/${pick(['train', 'test', 'more'])}${below(1_000_000)}.zip`;
    await t.call('POST', `/api/v1/admin/addSubsets/${version.id}`, {
      token: admin,
      body: { subsets: [{ path, source: { folder } }] },
    });
    await t.app.settle();
  }

  async function replace(version: Version): Promise<void> {
    const { subsetList } = await detail(version.id);
    const single = subsetList.filter(({ path }) => !path.endsWith('.zip'));
    if (single.length === 0) return;
    const { id } = pick(single);
    const body = { source: { upload: await upload(pick(contents)) } };
    await t.call('PUT', `/api/v1/admin/subset/${id}`, { token: admin, body });
    await t.app.settle();
  }

  async function rename(version: Version): Promise<void> {
    const { subsetList } = await detail(version.id);
    const one = pick(subsetList);
    if (!one) return;
    const path = one.path.replace(/([^/]+)$/, `r${below(1_000_000)}-$1`);
    await t.call('PUT', `/api/v1/admin/subset/${one.id}`, { token: admin, body: { path } });
    await t.app.settle();
  }

  async function remove(version: Version): Promise<void> {
    const { subsetList } = await detail(version.id);
    if (subsetList.length < 2) return;
    await t.call('DELETE', `/api/v1/admin/subset/${pick(subsetList).id}`, { token: admin });
    await t.app.settle();
  }

  /** Bytes of a link, whole or in part, and where they begin. */
  async function get(url: string, token: string, range?: [number, number]) {
    const headers: Record<string, string> = range ? { range: `bytes=${range[0]}-${range[1] - 1}` } : {};
    const answer = await t.inject('GET', url, { token, headers });
    if (![200, 206].includes(answer.statusCode))
      throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.rawPayload;
  }

  function ranges(size: number): [number, number][] {
    const cut = below(size + 1);
    const other = cut + below(size - cut + 1);
    const all: [number, number][][] = [
      [[0, size]],
      [[0, cut]],
      [[cut, size]],
      [[cut, other]],
      // Broken off, and resumed.
      [
        [0, cut],
        [cut, size],
      ],
      // The later piece first, with a gap perhaps.
      [
        [other, size],
        [0, cut],
      ],
    ];
    return pick(all).filter(([start, end]) => start < end);
  }

  async function download(version: Version): Promise<void> {
    const person = pick(people);
    const { dataset, subsetList } = await detail(version.id);
    const door = pick(['whole', 'subset', 'file', 'file'] as const);
    const download = (path: string) =>
      `/api/v1/download/${version.id}/${path.split('/').map(encodeURIComponent).join('/')}`;
    let url = download(dataset.path);
    let isZip = true;
    if (door === 'subset') {
      const { path } = pick(subsetList);
      url = download(path);
      isZip = path.endsWith('.zip');
    }
    if (door === 'file') {
      const { list } = await t.call<{ list: { type: string; path: string }[] }>(
        'GET',
        `/api/v1/dataset/${version.id}/files?recursive=true&pageSize=200`,
        { token: person.token === '' ? admin : '' },
      );
      url = fileUrl(version.id, pick(list).path);
      isZip = false;
    }
    // What lies where: seen by the first of the people, who thereby has it.
    const observer = people[0] as (typeof people)[number];
    const whole = await get(url, observer.token);
    const entries = isZip ? [...entriesIn(whole)] : [{ start: 0, content: whole }];
    for (const { content } of entries) observer.received.add(content, 0, content.length);
    for (const [start, end] of person === observer ? [] : ranges(whole.length)) {
      const got = await get(url, person.token, [start, end]);
      if (!got.equals(whole.subarray(start, end))) throw new Error(`${url}: other bytes than before`);
      for (const { start: at, content } of entries)
        person.received.add(
          content,
          Math.max(0, start - at),
          Math.min(content.length, Math.max(0, end - at)),
        );
    }
  }

  async function later(days: number): Promise<void> {
    t.clock.now += days * DAY;
    admin = await t.adminToken();
    // What is older than a month is purged: records must be understood without its bytes.
    await t.app.settle();
  }

  async function newVersion(from: Version, number: string): Promise<Version> {
    t.clock.now += 1_000;
    const { id } = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${from.id}/newVersion`, {
      token: admin,
      body: { version: number, note: '' },
    });
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body: { status: 'published' } });
    await t.app.settle();
    return { id, number };
  }

  /** Who holds what is recalled, as the portal says and as the model does. */
  async function recall(version: Version) {
    const offered = await t.call<DataOf<typeof listRecallable>>(
      'GET',
      `/api/v1/admin/dataset/${version.id}/recallable?pageSize=200`,
      { token: admin },
    );
    const whole = chance(0.3);
    const some: RecallableFile[] = whole
      ? offered.list
      : [pick(offered.list), ...(chance(0.5) ? [pick(offered.list)] : [])];
    const files = some.map(({ path, sha256: hash }) => ({ path, sha256: hash }));
    const { id } = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${version.id}/recalls`, {
      token: admin,
      body: whole ? { whole: true } : { files },
    });
    const { list, unclear } = await t.call<DataOf<typeof listRecallPeople>>(
      'GET',
      `/api/v1/admin/recall/${id}/people?pageSize=200`,
      { token: admin },
    );
    await t.call('DELETE', `/api/v1/admin/recall/${id}`, { token: admin });
    const hashes = new Set(some.map((file) => file.sha256));
    const expected = people.flatMap(({ email, received }) => {
      const extents = [...hashes].map((hash) => received.of(hash));
      const count = (extent: string) => extents.filter((one) => one === extent).length;
      const held = { whole: count('whole'), partial: count('partial') };
      return held.whole + held.partial > 0 ? [{ email, ...held }] : [];
    });
    const byEmail = (a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1);
    return {
      found: list.map(({ email, whole: all, partial }) => ({ email, whole: all, partial })).sort(byEmail),
      expected: expected.sort(byEmail),
      unclear,
    };
  }

  return {
    /** One history: a dataset, what happens to it, and a recall at one of its versions. */
    async run(name: string) {
      const files = Object.fromEntries(
        Array.from({ length: 1 + below(3) }, (_, i) => [`file${i}.bin`, new Uint8Array(pick(contents))]),
      );
      const { dataset } = await t.dataset({ name, files });
      const versions: Version[] = [{ id: dataset.id, number: '1.0' }];
      if (chance(0.5)) await addFolder(versions[0] as Version);
      for (let step = 0, steps = 3 + below(6); step < steps; step++) {
        const version = pick(versions);
        const what = random();
        if (what < 0.6) await download(version);
        else if (what < 0.75) await replace(version);
        else if (what < 0.83 && versions.length < 3)
          versions.push(await newVersion(version, `${versions.length + 1}.0`));
        else if (what < 0.87) await addFolder(version);
        else if (what < 0.91) await rename(version);
        else if (what < 0.94) await remove(version);
        else if (what < 0.98) await later(8);
        else await later(31);
      }
      return recall(pick(versions));
    },
  };
}
