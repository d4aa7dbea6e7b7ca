import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DemoAssets } from './build-assets.ts';
import type { DemoClient } from './client.ts';
import type { DemoSubset, NextVersion } from './demo-dataset.ts';
import type { Event } from './event.ts';

const DAY = 86_400_000;

/** The file as the demo sends it. */
async function contentOf({ filePath, change }: DemoSubset): Promise<Blob> {
  const content = await readFile(filePath);
  return new Blob([new Uint8Array(change ? change(content) : content)]);
}

/** What becomes of a dataset: it is published, perhaps frozen, made into a next version, withdrawn. */
export function releasesOf(
  { dataset, picturePath, documentPath }: DemoAssets,
  client: DemoClient,
  administrator: () => Promise<string>,
  end: number,
): Event[] {
  let id = '';
  let madeId = '';
  const { next, withdrawn } = dataset;

  /** Calls as an administrator. */
  async function office() {
    const token = await administrator();
    return {
      call: <Data = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
        client.call<Data>(method, `/api/v1/admin/${path}`, body, token),
    };
  }
  type Office = Awaited<ReturnType<typeof office>>;

  const subsetsOf = async ({ call }: Office, of: string) =>
    (await call<{ subsetList: { id: string; path: string }[] }>('GET', `dataset/${of}`)).subsetList;

  /** Gives the files of a version their descriptions. */
  async function describe(admin: Office, of: string, subsets: readonly DemoSubset[]): Promise<void> {
    for (const { id: subsetId, path } of await subsetsOf(admin, of)) {
      const desc = subsets.find(({ fileName }) => path.endsWith(`/${fileName}`))?.desc;
      if (desc) await admin.call('PUT', `subset/${subsetId}`, { desc });
    }
  }

  async function publish(): Promise<void> {
    const admin = await office();
    const form = new FormData();
    const { name, version, modalityName, detail, license, authors, citation, keywords } = dataset;
    for (const [field, value] of Object.entries({
      name,
      version,
      modalityName,
      detail,
      license,
      authors,
      citation,
      keywords,
    }))
      form.append(field, value);
    form.append('samples', new Blob([await readFile(picturePath)]), basename(picturePath));
    form.append('desc', new Blob([await readFile(documentPath)]), basename(documentPath));
    for (const subset of dataset.subsets) form.append('subsets', await contentOf(subset), subset.fileName);
    ({ id } = await admin.call<{ id: string }>('POST', 'addDataset', form));
    await describe(admin, id, dataset.subsets);
    const { frozen, embargoDays, filesVisible, identifiers } = dataset;
    await admin.call('PUT', `updateDataset/${id}`, {
      status: 'published',
      ...(frozen && { freeze: true }),
      ...(filesVisible && { filesVisible }),
      ...(embargoDays && { embargoUntil: new Date(end + embargoDays * DAY).toISOString().slice(0, 10) }),
      ...identifiers,
    });
  }

  /** Makes a version with the same files, replaces what changed, and publishes and freezes it unless it is a draft. */
  async function makeNext({ version, note, changes, detail, frozen }: NextVersion): Promise<void> {
    const admin = await office();
    const made = await admin.call<{ id: string }>('POST', `dataset/${id}/newVersion`, { version, note });
    madeId = made.id;
    const replaced = (await subsetsOf(admin, made.id)).filter(({ path }) =>
      changes.some(({ fileName }) => path.endsWith(`/${fileName}`)),
    );
    for (const subset of replaced) {
      await admin.call('DELETE', `subset/${subset.id}`);
      await admin.call('DELETE', `trash/${subset.id}`);
    }
    const form = new FormData();
    for (const subset of changes) form.append('subsets', await contentOf(subset), subset.fileName);
    if (changes.length > 0) await admin.call('POST', `addSubsets/${made.id}`, form);
    await describe(admin, made.id, changes);
    const body = { ...(detail && { detail }), ...(frozen && { status: 'published', freeze: true }) };
    if (Object.keys(body).length > 0) await admin.call('PUT', `updateDataset/${made.id}`, body);
  }

  /** Tells everybody who has the files that the next version changed. */
  async function recall(
    changes: readonly DemoSubset[],
    words: { what: string; reason: string },
  ): Promise<void> {
    const { call } = await office();
    const { list } = await call<{ list: { path: string; sha256: string }[] }>(
      'GET',
      `dataset/${id}/recallable?pageSize=200`,
    );
    const files = list
      .filter(({ path }) => changes.some(({ fileName }) => path.endsWith(fileName)))
      .map(({ path, sha256 }) => ({ path, sha256 }));
    const opened = await call<{ id: string }>('POST', `dataset/${id}/recalls`, { files });
    await call('POST', `recall/${opened.id}/sending`, { kind: 'corrected', correctedIn: madeId, ...words });
  }

  const recalled = next?.recalled;
  return [
    { daysAgo: dataset.publishedDaysAgo, what: publish },
    ...(next ? [{ daysAgo: next.madeDaysAgo, what: () => makeNext(next) }] : []),
    ...(next && recalled
      ? [
          {
            daysAgo: recalled.daysAgo,
            what: () => recall(next.changes, { what: recalled.what, reason: recalled.reason }),
          },
        ]
      : []),
    ...(withdrawn
      ? [
          {
            daysAgo: withdrawn.daysAgo,
            what: async () => {
              const { call } = await office();
              await call('PUT', `updateDataset/${id}`, { status: 'withdrawn', reason: withdrawn.reason });
            },
          },
        ]
      : []),
  ];
}
