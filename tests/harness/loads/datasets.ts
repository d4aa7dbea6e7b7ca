import { createHash } from 'node:crypto';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import type { TrashEntry } from '../../../contract/trash.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import type { Portal } from '../portal.ts';
import { Thing } from '../thing.ts';
import { alone, idle, type Load, type World } from '../world.ts';

/** Bytes of a file. */
const SMALL = 4_000;
const LARGE = 700_000;
/** So many are there at most, the trash too: what grows in an hour must be the server's doing, not the load's. */
const MOST = 60;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Held {
  status: string;
  where: 'list' | 'trash';
  /** SHA-256 by path. */
  files: Record<string, string>;
}
/** Null: not there, or purged. */
type State = Held | null;

/** In the trash its files are not told. */
const fits = (found: State, state: State): boolean =>
  found === null || state === null || found.where === 'trash' || state.where === 'trash'
    ? found?.where === state?.where
    : found.status === state.status &&
      JSON.stringify(Object.entries(found.files).sort()) ===
        JSON.stringify(Object.entries(state.files).sort());

/** Datasets with files: added, more files, published, a new version, trashed, restored, purged. */
export function datasets(world: World): Load {
  const all: { thing: Thing<State>; id: string }[] = [];

  async function look(portal: Portal, name: string, version: string): Promise<State> {
    const isIt = (row: { name: string; version: string }) => row.name === name && row.version === version;
    const listed = (await portal.find<AdminDataset>('datasetList', name)).filter(isIt);
    const trashed = (await portal.find<TrashEntry>('trash', name)).filter(isIt);
    if (listed.length + trashed.length > 1) throw new Error(`${name} ${version} is there more than once`);
    const [row] = listed;
    if (row) return { status: row.status, where: 'list', files: await portal.filesOf(row.id) };
    return trashed.length > 0 ? { status: '', where: 'trash', files: {} } : null;
  }

  const newThing = (name: string, version: string) =>
    new Thing<State>(`${name} ${version}`, null, (portal) => look(portal, name, version), fits);

  function newFiles(many: number): { path: string; bytes: Buffer<ArrayBuffer> }[] {
    return Array.from({ length: many }, () => ({
      path: `file ${world.next()}.bin`,
      bytes: world.randomBytes(world.random() < 0.7 ? SMALL : LARGE),
    }));
  }
  const hashes = (files: ReturnType<typeof newFiles>) =>
    Object.fromEntries(files.map(({ path, bytes }) => [path, sha256(bytes)]));
  const parts = (files: ReturnType<typeof newFiles>) =>
    files.map(({ path, bytes }): [string, Buffer<ArrayBuffer>, string] => ['subsets', bytes, path]);

  async function add(): Promise<void> {
    const name = `Kept ${world.next()}.`;
    const thing = newThing(name, '1.0');
    const files = newFiles(1 + world.below(3));
    const one = { thing, id: '' };
    all.push(one);
    await alone(thing, async () => {
      const body = form(newDataset(name), ...parts(files));
      const next: State = { status: 'draft', where: 'list', files: hashes(files) };
      const { data } = await thing.attempt(next, () =>
        world.portal.asAdmin<{ id: string }>('POST', '/api/v1/admin/addDataset', body),
      );
      one.id = (data as { id: string } | undefined)?.id ?? '';
    });
  }

  async function newVersion(from: Held, id: string, name: string): Promise<void> {
    const version = `2.${world.next()}`;
    const thing = newThing(name, version);
    const one = { thing, id: '' };
    all.push(one);
    await alone(thing, async () => {
      const { data } = await thing.attempt({ ...from, status: 'draft' }, () =>
        world.portal.asAdmin('POST', `/api/v1/admin/dataset/${id}/newVersion`, { version }),
      );
      one.id = (data as { id: string } | undefined)?.id ?? '';
    });
  }

  async function change({ thing, id }: (typeof all)[number], isFull: boolean): Promise<void> {
    const state = thing.acknowledged;
    if (state === null) return;
    const call = (method: string, path: string, body?: object) => () =>
      world.portal.asAdmin(method, `/api/v1/admin/${path}`, body);
    if (state.where === 'trash') {
      if (world.random() < 0.4)
        await thing.attempt({ ...state, where: 'list' }, call('POST', `trash/${id}/restore`));
      else await thing.attempt(null, call('DELETE', `trash/${id}`));
      return;
    }
    const dice = world.random();
    if (dice < 0.3) {
      const files = newFiles(1);
      const next = { ...state, files: { ...state.files, ...hashes(files) } };
      await thing.attempt(next, call('POST', `addSubsets/${id}`, form({}, ...parts(files))));
    } else if (dice < 0.5 && state.status === 'draft') {
      const next = { ...state, status: 'published' };
      await thing.attempt(next, call('PUT', `updateDataset/${id}`, { status: 'published' }));
    } else if (dice < 0.65 && !isFull) {
      await newVersion(state, id, thing.name.slice(0, thing.name.lastIndexOf(' ')));
    } else {
      await thing.attempt({ ...state, where: 'trash' }, call('DELETE', `dataset/${id}`));
    }
  }

  return {
    isInBackup: true,
    async act() {
      const known = all.filter(({ id }) => id !== '');
      const thing = idle(
        known.map((one) => one.thing),
        (state) => state !== null,
        world,
      );
      const one = known.find((each) => each.thing === thing);
      const isFull = all.filter((each) => each.thing.acknowledged !== null).length >= MOST;
      if (!one || (!isFull && world.random() < 0.35)) await add();
      else await alone(one.thing, () => change(one, isFull));
    },
    things: () => all.map(({ thing }) => thing),
  };
}
