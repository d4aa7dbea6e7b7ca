import type { Note } from '../auth/index.ts';
import { periodic } from '../shared/schedule.ts';
import type { BlobStore } from '../storage/index.ts';
import { KEPT_FOR } from './keeping.ts';
import type { LineageObject } from './lineage-objects.store.ts';
import { Changed, type Purgeable, type PurgeStore } from './purge.store.ts';
import { blobsIn, unneeded } from './unneeded.ts';

const EVERY = 3_600_000;
/** Attempts with a dataset that keeps changing; then the next round takes it. */
const TRIES = 5;

interface Dependencies {
  store: PurgeStore;
  ledger: Pick<BlobStore, 'read'>;
  blobs: Pick<BlobStore, 'delete'>;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Purges files 30 days after they were trashed or superseded, or on an administrator's request (docs/decisions/0013).
 * Rows stay, with hashes, sizes and a ZIP's layout. Bytes stay as long as any version's object that was not purged needs
 * them; those of a file registered in place are never deleted.
 */
export function purges({ store, ledger, blobs, now, onError }: Dependencies) {
  /** Superseded archives that contain a file of the subset: a manual purge must remove them now, not in a month. */
  async function oldWholesWith(
    held: readonly LineageObject[],
    subset: readonly LineageObject[],
  ): Promise<LineageObject[]> {
    const own = new Set<string>();
    for (const object of subset) for (const blob of await blobsIn(ledger, object)) own.add(blob);
    const found: LineageObject[] = [];
    for (const object of held) {
      if (object.subsetId !== null || object.supersededAt === null) continue;
      if ((await blobsIn(ledger, object)).some((blob) => own.has(blob))) found.push(object);
    }
    return found;
  }

  async function chosen(what: Purgeable, held: readonly LineageObject[]): Promise<LineageObject[]> {
    if (what.kind === 'dataset' || what.kind === 'release') return [...held];
    if (what.kind === 'superseded') {
      return held.filter(({ supersededAt }) => supersededAt !== null && supersededAt <= what.upTo);
    }
    const own = held.filter(({ subsetId }) => subsetId === what.subsetId);
    return [...own, ...(await oldWholesWith(held, own))];
  }

  async function tryOnce(what: Purgeable, note?: Note<void>): Promise<'done' | 'gone'> {
    const lineage = await store.lineage(what.datasetId);
    const own = lineage.held.filter(({ datasetId }) => datasetId === what.datasetId);
    const goes = await chosen(what, own);
    const unused = await unneeded(ledger, lineage, { goes });
    return store.commit(what, { seen: lineage.seen, goes, unused }, now(), note);
  }

  /** Removes the bytes of unused blobs. After a crash or a failure of the store they are found again by their state. */
  async function removeBytes(): Promise<void> {
    for (let batch = await store.waiting(); batch.length > 0; batch = await store.waiting()) {
      await blobs.delete(batch.filter(({ source }) => source === null).map(({ key }) => key));
      await store.removed(batch.map(({ key }) => key));
    }
  }

  async function purge(what: Purgeable, note?: Note<void>): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return (await tryOnce(what, note)) === 'done';
      } catch (error) {
        if (!(error instanceof Changed) || tries === TRIES) throw error;
      }
    }
  }

  const rounds = periodic(
    async () => {
      for (const what of await store.due(now() - KEPT_FOR)) await purge(what).catch(onError);
      await removeBytes();
    },
    EVERY,
    onError,
  );

  return {
    /**
     * Purges a trashed item at once; its bytes are removed right after.
     * @param note runs in the purge's transaction
     * @returns false when it is not in the trash
     */
    async now(what: Purgeable, note: Note<void>): Promise<boolean> {
      const done = await purge(what, note);
      if (done) rounds.now().catch(onError);
      return done;
    },
    /** Removes the bytes that a commit of its own released. */
    soon: (): void => void rounds.now().catch(onError),
    /** A full round: everything that is due, and pending removals. */
    round: rounds.now,
    stop: rounds.stop,
  };
}

export type Purges = ReturnType<typeof purges>;
