import { setImmediate as turn } from 'node:timers/promises';
import { filesOf } from '../archive/index.ts';
import type { Note } from '../auth/index.ts';
import { periodic } from '../shared/schedule.ts';
import type { BlobLedger, BlobStore } from '../storage/index.ts';
import { KEPT_FOR } from './keeping.ts';
import { Changed, type HeldObject, type Purgeable, type PurgeStore } from './purge.store.ts';
import { readLayout } from './stored-layout.ts';

const EVERY = 3_600_000;
/** Names between which everything else gets its turn. */
const STEP = 5_000;
/** Files removed at a time: an object store answers each in some 10 ms. */
const AT_ONCE = 8;
/** A dataset that changes at every look is left to the next round. */
const TRIES = 5;

interface Dependencies {
  store: PurgeStore;
  ledger: Pick<BlobLedger, 'read'>;
  blobs: Pick<BlobStore, 'delete'>;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Removes for good what has been out of use for 30 days, or what an administrator purges now (docs/decisions/0013).
 * Rows stay, with hashes, sizes and a ZIP's layout. Bytes stay as long as any object that was not purged needs them;
 * those of a file registered in place are not ours and always stay.
 */
export function purges({ store, ledger, blobs, now, onError }: Dependencies) {
  /** Adds every blob whose bytes the objects hand out. */
  async function blobsOf(objects: readonly HeldObject[], into = new Set<string>()): Promise<Set<string>> {
    let steps = 0;
    for (const { kind, blobKey, blobSize } of objects) {
      if (kind === 'file') into.add(blobKey);
      // The layout's own blob is none of them: it says for ever what the archive held.
      else
        for (const { blob } of filesOf(await readLayout(ledger, blobKey, blobSize))) {
          into.add(blob);
          if (++steps % STEP === 0) await turn();
        }
    }
    return into;
  }

  /** Old wholes that hold a file of the subset: who purges it now wants it gone, not gone in a month. */
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
    if (what.kind === 'dataset') return [...held];
    if (what.kind === 'superseded') {
      return held.filter(({ supersededAt }) => supersededAt !== null && supersededAt <= what.upTo);
    }
    const own = held.filter(({ subsetId }) => subsetId === what.subsetId);
    return [...own, ...(await oldWholesWith(held, await blobsOf(own)))];
  }

  async function tryOnce(what: Purgeable, note?: Note<void>): Promise<'done' | 'gone'> {
    const held = await store.held(what.datasetId);
    const goes = await chosen(what, held);
    const needed = await blobsOf(held.filter((object) => !goes.includes(object)));
    const unused = [...(await blobsOf(goes))].filter((key) => !needed.has(key));
    return store.commit(what, { held, goes, unused }, now(), note);
  }

  /** Removes the bytes of what nothing uses. What a crash or a failing store leaves is found again by its state. */
  async function removeBytes(): Promise<void> {
    for (let batch = await store.waiting(); batch.length > 0; batch = await store.waiting()) {
      const ours = batch.filter(({ source }) => source === null).values();
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const { key } of ours) await blobs.delete(key);
        }),
      );
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
     * Purges something in the trash at once; its bytes go right after.
     * @param note runs in the transaction that does
     * @returns false when it is not in the trash
     */
    async now(what: Purgeable, note: Note<void>): Promise<boolean> {
      const done = await purge(what, note);
      if (done) rounds.now().catch(onError);
      return done;
    },
    /** A whole round: everything that is due, and the bytes that wait. */
    round: rounds.now,
    stop: rounds.stop,
  };
}

export type Purges = ReturnType<typeof purges>;
