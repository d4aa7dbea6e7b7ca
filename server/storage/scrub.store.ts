import type { Db } from '../database/index.ts';
import { DAY } from '../shared/time.ts';

/** ms between verifications of a blob: below 30 days, so that many blobs written at once are all read in time. */
const EVERY = 25 * DAY;
/** ms for a blob with a fault: somebody may have restored its bytes. */
const MARKED_EVERY = DAY;

export interface DueBlob {
  key: string;
  /** Bytes. */
  size: number;
  sha256: string;
  mark: 'changed' | 'vanished' | 'corrupt' | null;
  /** When it became due, for keyset paging. */
  since: number;
}

/**
 * Blobs due for verification, and its results.
 * @param owner of the blobs that can be read here; undefined: every server can read all
 */
export function scrubStore(db: Db, owner: string | undefined) {
  const due = (now: number) => {
    const kept = db
      .selectFrom('blobs')
      .select(['key', 'size', 'sha256', 'mark'])
      .select((eb) => eb.fn.coalesce('scrubbed_at', 'created_at').as('since'))
      .where('state', '=', 'kept')
      // Before it is hashed there is nothing to compare it with.
      .where('sha256', '!=', '')
      .where((eb) =>
        eb.or([
          eb(eb.fn.coalesce('scrubbed_at', 'created_at'), '<=', now - EVERY),
          eb.and([eb('mark', 'is not', null), eb('scrubbed_at', '<=', now - MARKED_EVERY)]),
        ]),
      );
    return owner === undefined ? kept : kept.where('owner', '=', owner);
  };

  return {
    /** Number and bytes of the due blobs. */
    async amount(now: number): Promise<{ count: number; bytes: number }> {
      const row = await db
        .selectFrom(due(now).as('due'))
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },

    /** The next due blobs, the least recently verified first. */
    next: (
      now: number,
      after: Pick<DueBlob, 'since' | 'key'> | undefined,
      limit: number,
    ): Promise<DueBlob[]> =>
      db
        .selectFrom(due(now).as('due'))
        .selectAll()
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb.or([
              eb('since', '>', after?.since ?? 0),
              eb.and([eb('since', '=', after?.since ?? 0), eb('key', '>', after?.key ?? '')]),
            ]),
          ),
        )
        .orderBy('since')
        .orderBy('key')
        .limit(limit)
        .execute(),

    /** Verified: clears an integrity fault. */
    async right(key: string, now: number): Promise<void> {
      await db
        .updateTable('blobs')
        .set({ scrubbed_at: now, mark: null, marked_at: null })
        .where('key', '=', key)
        .where('state', '=', 'kept')
        .execute();
    },

    /** It could not be read; its fault is stored already. */
    async refused(key: string, now: number): Promise<void> {
      await db.updateTable('blobs').set({ scrubbed_at: now }).where('key', '=', key).execute();
    },

    /** Makes it the first due. */
    async suspect(key: string): Promise<void> {
      await db
        .updateTable('blobs')
        .set({ scrubbed_at: 0 })
        .where('key', '=', key)
        .where('state', '=', 'kept')
        .execute();
    },

    /** Stores a fault once, by the first who finds it; notices report it (server/notices/fault-notices.ts). */
    async wrong(key: string, mark: 'corrupt' | 'vanished', now: number): Promise<void> {
      await db
        .updateTable('blobs')
        .set((eb) => ({
          scrubbed_at: now,
          mark,
          marked_at: eb.fn.coalesce('marked_at', eb.val(now)),
        }))
        .where('key', '=', key)
        .where('state', '=', 'kept')
        .execute();
    },
  };
}

export type ScrubStore = ReturnType<typeof scrubStore>;
