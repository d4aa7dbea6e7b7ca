import type { Db } from '../database/index.ts';
import { DAY } from '../shared/time.ts';

/** With this, also what came in all at once is read within 30 days. */
const EVERY = 25 * DAY;
/** What is marked is looked at again sooner: somebody may have brought the bytes back. */
const MARKED_EVERY = DAY;

export interface DueBlob {
  key: string;
  /** Bytes. */
  size: number;
  sha256: string;
  mark: 'changed' | 'vanished' | 'corrupt' | null;
  /** When it became due, for paging. */
  since: number;
}

/**
 * Which blobs are to be hashed again, and what was found.
 * @param owner of the blobs that can be read here; undefined: all servers read all of them
 */
export function scrubStore(db: Db, owner: string | undefined) {
  const due = (now: number) => {
    const kept = db
      .selectFrom('blobs')
      .select(['key', 'size', 'sha256', 'mark'])
      .select((eb) => eb.fn.coalesce('scrubbed_at', 'created_at').as('since'))
      .where('state', '=', 'kept')
      .where((eb) =>
        eb.or([
          eb(eb.fn.coalesce('scrubbed_at', 'created_at'), '<=', now - EVERY),
          eb.and([eb('mark', 'is not', null), eb('scrubbed_at', '<=', now - MARKED_EVERY)]),
        ]),
      );
    return owner === undefined ? kept : kept.where('owner', '=', owner);
  };

  return {
    /** How much there is to read. */
    async amount(now: number): Promise<{ count: number; bytes: number }> {
      const row = await db
        .selectFrom(due(now).as('due'))
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('size').as('bytes')])
        .executeTakeFirstOrThrow();
      return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
    },

    /** The next ones, those first that were looked at longest ago. */
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

    /** Its bytes are the recorded ones; a mark that said otherwise goes. */
    async right(key: string, now: number): Promise<void> {
      await db
        .updateTable('blobs')
        .set({ scrubbed_at: now, mark: null, marked_at: null })
        .where('key', '=', key)
        .where('state', '=', 'kept')
        .execute();
    },

    /** It could not be read, and its mark says why. */
    async refused(key: string, now: number): Promise<void> {
      await db.updateTable('blobs').set({ scrubbed_at: now }).where('key', '=', key).execute();
    },

    /** Makes it the first that is looked at. */
    async suspect(key: string): Promise<void> {
      await db
        .updateTable('blobs')
        .set({ scrubbed_at: 0 })
        .where('key', '=', key)
        .where('state', '=', 'kept')
        .execute();
    },

    /** Whoever finds it first marks it; notices tell of it (server/notices/fault-notices.ts). */
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
