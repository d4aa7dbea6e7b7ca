import { setImmediate as turn } from 'node:timers/promises';
import { filesOf } from '../archive/index.ts';
import type { Note } from '../auth/index.ts';
import { periodic } from '../shared/schedule.ts';
import type { BlobLedger, BlobStore } from '../storage/index.ts';
import { KEPT_FOR } from './keeping.ts';
import { Changed, type HeldObject, type Purgeable, type PurgeStore } from './purge.store.ts';
import { isNeeded } from './purge-parts.store.ts';
import { readLayout } from './stored-layout.ts';

const EVERY = 3_600_000;
/** Files processed between yields to the event loop. */
const STEP = 5_000;
/** Attempts with a dataset that keeps changing; then the next round takes it. */
const TRIES = 5;

interface Dependencies {
  store: PurgeStore;
  ledger: Pick<BlobLedger, 'read'>;
  blobs: Pick<BlobStore, 'delete'>;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Purges files 30 days after they were trashed or superseded, or on an administrator's request (docs/decisions/0013).
 * Rows stay, with hashes, sizes and a ZIP's layout. Bytes stay as long as any object that was not purged needs them;
 * those of a file registered in place are never deleted.
 */
export function purges({ store, ledger, blobs, now, onError }: Dependencies) {
  /**
   * The keys of all blobs that the objects serve.
   * @param isWanted leaves others out
   */
  async function blobsOf(
    objects: readonly HeldObject[],
    isWanted: (object: HeldObject, blob: string) => boolean = () => true,
  ): Promise<Set<string>> {
    const into = new Set<string>();
    let steps = 0;
    for (const object of objects) {
      const { kind, blobKey, blobSize } = object;
      if (kind === 'file') {
        if (isWanted(object, blobKey)) into.add(blobKey);
      }
      // The layout's own blob stays: it documents the archive's contents for ever.
      else
        for (const { blob } of filesOf(await readLayout(ledger, blobKey, blobSize))) {
          if (isWanted(object, blob)) into.add(blob);
          if (++steps % STEP === 0) await turn();
        }
    }
    return into;
  }

  /** Superseded archives that contain a file of the subset: a manual purge must remove them now, not in a month. */
  async function oldWholesWith(held: readonly HeldObject[], own: Set<string>): Promise<HeldObject[]> {
    const found: HeldObject[] = [];
    for (const object of held) {
      if (object.subsetId !== null || object.supersededAt === null) continue;
      const files = await blobsOf([object]);
      if ([...own].some((key) => files.has(key))) found.push(object);
    }
    return found;
  }

  async function chosen(what: Purgeable, held: readonly HeldObject[]): Promise<HeldObject[]> {
    if (what.kind === 'dataset' || what.kind === 'release') return [...held];
    if (what.kind === 'superseded') {
      return held.filter(({ supersededAt }) => supersededAt !== null && supersededAt <= what.upTo);
    }
    const own = held.filter(({ subsetId }) => subsetId === what.subsetId);
    return [...own, ...(await oldWholesWith(held, await blobsOf(own)))];
  }

  async function tryOnce(what: Purgeable, note?: Note<void>): Promise<'done' | 'gone'> {
    const held = await store.held(what.datasetId);
    const goes = await chosen(what, held);
    const shared = await store.sharedWith(what.datasetId, goes);
    const going = new Set(goes);
    const needed = await blobsOf(
      held.filter((object) => !going.has(object) || shared.holders.has(object.blobKey)),
      (object, blob) => !going.has(object) || isNeeded(shared, object.blobKey, blob),
    );
    const unused = [...(await blobsOf(goes))].filter((key) => !needed.has(key));
    return store.commit(what, { held, goes, unused, shared }, now(), note);
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
