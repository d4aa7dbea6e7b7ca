import type { Recipient, Via } from '../access/index.ts';
import { type Db, isDuplicate, type Queries } from '../database/index.ts';
import { rememberFileList } from '../datasets/index.ts';
import { type Raise, raiseDownloadDays, raisePerson } from '../records/index.ts';
import { AppError } from '../shared/errors.ts';
import { newId } from '../shared/ids.ts';
import { DAY } from '../shared/time.ts';
import { type Recorded, recordKey } from './recorded.ts';
import { coveredFiles, withBits } from './sent-files.ts';
import { covers, merge, type Span } from './spans.ts';

/** Who downloads, as the record stores them; of a guest neither address nor user agent. */
export interface Downloader {
  to: Recipient;
  ip: string;
  userAgent: string;
  via: Via;
}

/** Ranges join a record for this long after its start (decisions §5), in ms. */
export const JOINABLE = 7 * DAY;

/** The progress of one server process; its next flush begins after this one is acknowledged. */
export interface Flush {
  server: string;
  /** Idempotency key of this flush. */
  token: string;
  changes: Progress[];
}

/** Retention of idempotency keys, ms: no flush is repeated later. */
const FLUSHES_KEPT = 30 * DAY;

/** ms after completion in which the first piece may be requested again without starting another download. */
const RETRIES = 10 * 60_000;

/** How often one user may start the same object again within `AGAIN_WITHIN`: each leaves a record for ever. */
const AGAIN = 20;
const AGAIN_WITHIN = 60 * 60_000;

/**
 * Where a response begins: clients with several connections repeat a piece of the beginning after a broken connection.
 */
export type Beginning = 'at byte 0' | 'a piece at byte 0' | 'later';

export function beginningOf({ start, end }: { start: number; end: number }, size: number): Beginning {
  if (start > 0) return 'later';
  return end < size ? 'a piece at byte 0' : 'at byte 0';
}

/** How a record is joined. */
interface Joining {
  beginning: Beginning;
  /** Offloaded: the bytes received are unknown. */
  granted: boolean;
  now: number;
}

/** The stored state of a record. */
interface StoredRecord {
  id: string;
  startedAt: number;
  spans: Span[];
}

/** Bytes sent, or granted, since the row was written. */
export interface Progress {
  id: string;
  bytes: number;
  spans: Span[];
  granted: boolean;
  /** Of files: their offsets, and those sent whole; `spans` are parts of others. */
  files?: Float64Array;
  sentWhole?: ReadonlySet<number>;
}

/** A row's progress with what was sent since. */
function progressOf(
  row: { ranges: string; total_bytes: number; files: string | null },
  { spans, files: offsets, sentWhole = new Set() }: Progress,
): { ranges: Span[]; files?: string; covered: boolean } {
  const ranges = merge([...(JSON.parse(row.ranges) as Span[]), ...spans]);
  if (!offsets) return { ranges, covered: covers(ranges, row.total_bytes) };
  const { whole, rest } = coveredFiles(ranges, offsets);
  const { bitmap, complete } = withBits(row.files ?? '', [...sentWhole, ...whole], offsets.length - 1);
  return { ranges: rest, files: bitmap, covered: complete };
}

/**
 * Names whose record it is. A no-op update takes the row lock of the user, or of the link: serialises parallel first
 * requests, and makes a concurrent removal of the person wait, which then anonymises this record.
 */
async function lockRecipient(trx: Queries, to: Recipient): Promise<{ userName: string; email: string }> {
  if (to.kind === 'guest') {
    await trx
      .updateTable('reviewer_links')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', to.id)
      .execute();
    return { userName: to.name, email: '' };
  }
  const user = await trx
    .updateTable('users')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('id', '=', to.id)
    .returning(['first_name', 'family_name', 'email'])
    .executeTakeFirst();
  if (!user) throw new AppError(401, 'Please sign in first.');
  return { userName: `${user.first_name} ${user.family_name}`, email: user.email };
}

/**
 * The rows of download records: one for each download of an object by a user (decisions §5).
 * @param factor multiplies the limit on starting a download again, 0 switches that limit off
 */
export function recordKeeping(db: Db, factor = 1) {
  /** @throws AppError 429 when the user has started the object too often recently */
  async function assertNotTooOften(trx: Queries, object: Recorded, { to }: Downloader, now: number) {
    if (factor === 0) return;
    const oldest = await trx
      .selectFrom('records')
      .select('started_at')
      .where(to.kind === 'user' ? 'user_id' : 'link_id', '=', to.id)
      .where('started_at', '>', now - AGAIN_WITHIN)
      .where('object_id', '=', object.id)
      .orderBy('started_at', 'desc')
      .offset(Math.ceil(AGAIN * factor) - 1)
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    throw new AppError(
      429,
      'You have downloaded this file many times within an hour. Please use the copy that you have, or come back later.',
      { retryAfter: Math.max(1, Math.ceil((oldest.started_at + AGAIN_WITHIN - now) / 1000)) },
    );
  }

  /** One attempt; throws a unique violation when a parallel request was first. */
  function openOnce(
    object: Recorded,
    who: Downloader,
    { beginning, granted, now }: Joining,
  ): Promise<StoredRecord> {
    const { to } = who;
    const openKey = recordKey(to.id, object);
    return db.transaction().execute(async (trx) => {
      const person = await lockRecipient(trx, to);
      const open = await trx
        .selectFrom('records')
        .select(['id', 'started_at', 'finished_at', 'complete', 'ranges'])
        .where('open_key', '=', openKey)
        .executeTakeFirst();
      const isAnother =
        open?.complete === 1 &&
        (beginning === 'at byte 0' ||
          (beginning === 'a piece at byte 0' && (open.finished_at ?? 0) <= now - RETRIES));
      const joins = open && open.started_at > now - JOINABLE && !isAnother;
      if (joins) return { id: open.id, startedAt: open.started_at, spans: JSON.parse(open.ranges) as Span[] };
      if (isAnother) await assertNotTooOften(trx, object, who, now);
      if (open) await trx.updateTable('records').set({ open_key: null }).where('id', '=', open.id).execute();
      if (object.parts !== undefined)
        await rememberFileList(trx, {
          datasetId: object.datasetId,
          release: object.id,
          parts: object.parts,
        });
      const id = newId();
      const { userName, email } = person;
      const edition = {
        dataset_id: object.datasetId,
        dataset_name: object.datasetName,
        version: object.version,
      };
      await trx
        .insertInto('records')
        .values({
          id,
          user_id: to.kind === 'user' ? to.id : null,
          user_name: userName,
          email,
          person: await raisePerson(trx, userName, email),
          ...edition,
          subset_path: object.path,
          object_id: object.id,
          open_key: openKey,
          bytes_sent: 0,
          total_bytes: object.size,
          complete: granted ? null : 0,
          ranges: '[]',
          files: object.files ? '' : null,
          started_at: now,
          finished_at: null,
          ip: who.ip,
          user_agent: who.userAgent.slice(0, 500),
          via: to.kind === 'guest' ? 'link' : who.via,
          // Guests count nowhere (access.md, "Reviewer link").
          counted: to.kind === 'user' ? null : 0,
          link_id: to.kind === 'guest' ? to.id : null,
        })
        .execute();
      if (to.kind === 'guest') return { id, startedAt: now, spans: [] };
      await trx
        .updateTable('datasets')
        .set((eb) => ({ count: eb('count', '+', 1) }))
        .where('id', '=', object.datasetId)
        .execute();
      await raiseDownloadDays(trx, [{ ...edition, started_at: now, count: 1, bytes: 0 }]);
      return { id, startedAt: now, spans: [] };
    });
  }

  return {
    /**
     * The record that this response counts to: the open one of user and object, or a new one, inserted together with
     * its count. The unique `open_key` decides between parallel first requests.
     */
    async openRecord(object: Recorded, who: Downloader, joining: Joining): Promise<StoredRecord> {
      try {
        return await openOnce(object, who, joining);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return openOnce(object, who, joining);
      }
    },

    /**
     * Merges the progress into the rows, in one transaction and exactly once: a flush whose acknowledgement was lost is
     * repeated with its token, and is a no-op if it was committed.
     */
    async addProgress({ server, token, changes }: Flush, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('flushes')
          .values({ server, token, at: now })
          .onConflict((conflict) =>
            conflict.column('server').doUpdateSet({ token, at: now }).where('flushes.token', '!=', token),
          )
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return;
        // Rows of server processes that no longer exist.
        await trx
          .deleteFrom('flushes')
          .where('at', '<', now - FLUSHES_KEPT)
          .execute();
        const raises: Raise[] = [];
        // In id order, so that two servers cannot deadlock.
        for (const change of [...changes].sort((a, b) => (a.id < b.id ? -1 : 1))) {
          const { id, bytes, granted } = change;
          // Updated before it is read, to take the row lock: another server that merges into this row waits for ours.
          const row = await trx
            .updateTable('records')
            .set((eb) => ({ bytes_sent: eb('bytes_sent', '+', bytes) }))
            .where('id', '=', id)
            .returning(['ranges', 'total_bytes', 'complete', 'files'])
            .returning(['started_at', 'dataset_id', 'dataset_name', 'version', 'link_id'])
            .executeTakeFirst();
          if (!row) continue;
          const { started_at, dataset_id, dataset_name, version } = row;
          if (row.link_id === null)
            raises.push({ started_at, dataset_id, dataset_name, version, count: 0, bytes });
          const { ranges, files, covered } = progressOf(row, change);
          const unknown = row.complete === null || granted;
          const completes = row.complete !== 1 && !unknown && covered;
          await trx
            .updateTable('records')
            .set({
              ranges: JSON.stringify(ranges),
              ...(files === undefined ? {} : { files }),
              ...(row.complete !== 1 && unknown ? { complete: null } : {}),
              ...(completes ? { complete: 1 as const, finished_at: now } : {}),
            })
            .where('id', '=', id)
            .execute();
        }
        await raiseDownloadDays(trx, raises);
      });
    },
  };
}

export type RecordKeeping = ReturnType<typeof recordKeeping>;
