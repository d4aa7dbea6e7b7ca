import type { Layout } from '../../archive/index.ts';
import type { FilesOfVersions } from '../../datasets/index.ts';
import type { Span } from '../../delivery/index.ts';
import { type Holding, hasBit, holding, type Place } from './held.ts';
import type { HoldersStore, HoldingObject, RecordHead } from './holders.store.ts';

/** Wanted bytes. */
export interface Target {
  sha256: string;
  /** Bytes, at least 1. */
  size: number;
}

/** Targets that somebody holds, by their indexes. */
export interface Held {
  whole: number[];
  partial: number[];
}

export interface Holders {
  /** By the ids of their accounts. */
  people: Map<string, Held>;
  /** Records of deleted accounts that hold any of it: how many people these were, nobody knows. */
  anonymous: number;
  /** Records of single files whose list is not known: of before it was remembered. */
  unclear: number;
}

/** Names, hashes and sizes, as layouts and lists of files have them. */
type Columns = Pick<Layout, 'count' | 'sha256s' | 'sizes'> & { offsets: Float64Array };

/** Where wanted files lie in an object or in a list of files. */
interface Places {
  places: Place[];
  /** Of each place, the file's index in the list: its bit. */
  indexes: number[];
}

/** Files looked through between two yields to the event loop. */
const STEP = 20_000;

interface Dependencies {
  store: HoldersStore;
  layoutOf: (object: Pick<HoldingObject, 'blobKey' | 'size'>) => Promise<Layout>;
  /** The files of a manifest, current or not; undefined where they are not known. */
  listOf: (
    datasetId: string,
    release: string,
  ) => Promise<Awaited<ReturnType<FilesOfVersions['of']>>['list'] | undefined>;
}

/**
 * Finds who holds some bytes (access.md, "Recall"): whose records cover them, in whatever object they were, current or
 * not, of whatever dataset.
 */
export function findHolders({ store, layoutOf, listOf }: Dependencies) {
  /** @param startOf position of a file's first byte */
  async function placesIn(
    columns: Columns,
    wanted: ReadonlyMap<string, number>,
    startOf: (index: number) => number,
  ): Promise<Places> {
    const found: Places = { places: [], indexes: [] };
    for (let i = 0; i < columns.count; i++) {
      const target = wanted.get(columns.sha256s.toString('hex', 32 * i, 32 * i + 32));
      if (target !== undefined) {
        found.places.push({ target, start: startOf(i) });
        found.indexes.push(i);
      }
      if (i % STEP === STEP - 1) await new Promise(setImmediate);
    }
    return found;
  }

  async function placesInObject(object: HoldingObject, wanted: ReadonlyMap<string, number>): Promise<Places> {
    if (object.kind === 'file') {
      const target = wanted.get(object.sha256);
      return target === undefined
        ? { places: [], indexes: [] }
        : { places: [{ target, start: 0 }], indexes: [0] };
    }
    const layout = await layoutOf({ blobKey: object.blobKey, size: object.size });
    // An entry ends where the next header begins.
    return placesIn(layout, wanted, (i) => (layout.offsets[i + 1] ?? 0) - (layout.sizes[i] ?? 0));
  }

  /** @param only these accounts; absent: everybody, deleted accounts included */
  return async (targets: readonly Target[], only?: readonly string[]): Promise<Holders> => {
    const sizes = targets.map(({ size }) => size);
    const wanted = new Map(targets.map(({ sha256 }, index) => [sha256, index]));
    const objects = new Map(
      (await store.objectsWith([...wanted.keys()])).map((object) => [object.id, object]),
    );
    const known = new Map<string, Promise<Places | undefined>>();

    async function placesInList(datasetId: string, release: string): Promise<Places | undefined> {
      const list = await listOf(datasetId, release);
      return list && placesIn(list, wanted, (i) => list.offsets[i] ?? 0);
    }

    /** Undefined where a record's files are not known; without places where it holds none of them. */
    function placesOf({ datasetId, objectId, ofFiles }: RecordHead): Promise<Places | undefined> {
      const key = ofFiles ? `${datasetId} ${objectId}` : objectId;
      const object = objects.get(objectId);
      const places =
        known.get(key) ??
        (ofFiles
          ? placesInList(datasetId, objectId)
          : object
            ? placesInObject(object, wanted)
            : Promise.resolve({ places: [], indexes: [] }));
      known.set(key, places);
      return places;
    }

    const result: Holders = { people: new Map(), anonymous: 0, unclear: 0 };
    const heads = new Map<string, RecordHead>();
    const byUser = new Map<string, string[]>();
    const nameless: string[] = [];
    for (const datasetId of new Set([...objects.values()].map((object) => object.datasetId)))
      for await (const batch of store.recordsOf(datasetId, only))
        for (const head of batch) {
          const places = await placesOf(head);
          if (!places) result.unclear++;
          if (!places || places.places.length === 0) continue;
          heads.set(head.id, head);
          if (head.userId === null) nameless.push(head.id);
          else {
            const own = byUser.get(head.userId);
            if (own) own.push(head.id);
            else byUser.set(head.userId, [head.id]);
          }
        }

    async function addRecords(ids: readonly string[], person: () => Holding): Promise<void> {
      for await (const rows of store.rangesOf(ids))
        for (const { id, ranges, files } of rows) {
          const head = heads.get(id);
          const found = head && (await placesOf(head));
          if (!found) continue;
          const holder = person();
          holder.addRanges(JSON.parse(ranges) as Span[], found.places);
          if (!files) continue;
          const bits = Buffer.from(files, 'base64');
          found.places.forEach(({ target }, i) => {
            if (hasBit(bits, found.indexes[i] ?? 0)) holder.addWhole(target);
          });
        }
    }

    for (const [userId, ids] of byUser) {
      const person = holding(sizes);
      await addRecords(ids, () => person);
      const held = person.held();
      if (held.whole.length + held.partial.length > 0) result.people.set(userId, held);
    }
    const strangers: Holding[] = [];
    await addRecords(nameless, () => {
      const stranger = holding(sizes);
      strangers.push(stranger);
      return stranger;
    });
    result.anonymous = strangers.filter((stranger) => {
      const { whole, partial } = stranger.held();
      return whole.length + partial.length > 0;
    }).length;
    return result;
  };
}

export type FindHolders = ReturnType<typeof findHolders>;
