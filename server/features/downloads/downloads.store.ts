import type { Db, Queries } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { ReadableObject } from '../../holdings/object-reader.ts';
import { statusNow } from '../../identity/session.store.ts';
import { newId } from '../../ids.ts';
import { DAY } from '../../time.ts';
import { covers, merge, type Span } from './spans.ts';

/** An object with what its headers and its record say. */
export interface FoundObject extends ReadableObject {
  datasetId: string;
  datasetName: string;
  version: string;
  status: 'draft' | 'published' | 'withdrawn';
  path: string;
  etag: string;
  sha256: string | null;
  supersededAt: number | null;
}

/** Who downloads, as the record keeps them. */
export interface Downloader {
  userId: string;
  ip: string;
  userAgent: string;
  via: 'ticket' | 'session' | 'token';
}

/** Ranges join a record for this long after its start (decisions §5). */
const JOINABLE = 7 * DAY;

export function downloadsStore(db: Db) {
  /** The open record of user and object, if this answer may join it. */
  async function joinable(queries: Queries, openKey: string, fromByte0: boolean, now: number) {
    const open = await queries
      .selectFrom('records')
      .select(['id', 'started_at', 'complete'])
      .where('open_key', '=', openKey)
      .executeTakeFirst();
    const joins = open && open.started_at > now - JOINABLE && !(open.complete === 1 && fromByte0);
    return { open, joins };
  }

  function openNew(object: FoundObject, who: Downloader, fromByte0: boolean, now: number): Promise<string> {
    const openKey = `${who.userId}:${object.id}`;
    return db.transaction().execute(async (trx) => {
      // Written, though nothing changes: parallel first requests follow one another from here on, and a removal of the
      // person under way waits, and then finds this record.
      const user = await trx
        .updateTable('users')
        .set((eb) => ({ email: eb.ref('email') }))
        .where('id', '=', who.userId)
        .returning(['first_name', 'family_name', 'email'])
        .executeTakeFirst();
      if (!user) throw new AppError(401, 'Please sign in first.');
      const { open, joins } = await joinable(trx, openKey, fromByte0, now);
      if (open && joins) return open.id;
      if (open) await trx.updateTable('records').set({ open_key: null }).where('id', '=', open.id).execute();
      const id = newId();
      await trx
        .insertInto('records')
        .values({
          id,
          user_id: who.userId,
          user_name: `${user.first_name} ${user.family_name}`,
          email: user.email,
          dataset_id: object.datasetId,
          dataset_name: object.datasetName,
          version: object.version,
          subset_path: object.path,
          object_id: object.id,
          open_key: openKey,
          bytes_sent: 0,
          total_bytes: object.size,
          complete: 0,
          ranges: '[]',
          started_at: now,
          finished_at: null,
          ip: who.ip,
          user_agent: who.userAgent.slice(0, 500),
          via: who.via,
        })
        .execute();
      await trx
        .updateTable('datasets')
        .set((eb) => ({ count: eb('count', '+', 1) }))
        .where('id', '=', object.datasetId)
        .execute();
      return id;
    });
  }

  return {
    /** What lies behind a path: the exact string, of that dataset if one is named (threat 8). */
    async place(
      path: string,
      datasetId?: string,
    ): Promise<{ datasetId: string; subsetId: string | null } | undefined> {
      let query = db.selectFrom('paths').select(['dataset_id', 'subset_id']).where('path', '=', path);
      if (datasetId !== undefined) query = query.where('dataset_id', '=', datasetId);
      const row = await query.executeTakeFirst();
      return row && { datasetId: row.dataset_id, subsetId: row.subset_id };
    },

    /** The current object of a place, or the wanted revision of it. */
    async object(
      place: { datasetId: string; subsetId: string | null },
      path: string,
      revision: string | undefined,
    ): Promise<FoundObject | undefined> {
      const row = await db
        .selectFrom('objects')
        .innerJoin('datasets', 'datasets.id', 'objects.dataset_id')
        .innerJoin('blobs', 'blobs.key', 'objects.blob_key')
        .select([
          'objects.id',
          'objects.kind',
          'objects.blob_key',
          'objects.size',
          'objects.etag',
          'objects.sha256',
          'objects.superseded_at',
          'blobs.size as blob_size',
          'datasets.name',
          'datasets.version',
          'datasets.status',
        ])
        .where('objects.dataset_id', '=', place.datasetId)
        .where('objects.subset_id', place.subsetId === null ? 'is' : '=', place.subsetId)
        .where((eb) =>
          revision === undefined ? eb('objects.superseded_at', 'is', null) : eb('objects.id', '=', revision),
        )
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          kind: row.kind,
          blobKey: row.blob_key,
          blobSize: row.blob_size,
          size: row.size,
          etag: row.etag,
          sha256: row.sha256,
          supersededAt: row.superseded_at,
          path,
          datasetId: place.datasetId,
          datasetName: row.name,
          version: row.version,
          status: row.status,
        }
      );
    },

    async userStatus(userId: string, now: number) {
      const user = await db
        .selectFrom('users')
        .select(['status', 'approved_until'])
        .where('id', '=', userId)
        .executeTakeFirst();
      return user && statusNow(user.status, user.approved_until, now);
    },

    /** Of the given users, those who may download now. */
    async approvedAmong(userIds: string[], now: number): Promise<Set<string>> {
      const rows = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', userIds)
        .where('status', '=', 'approved')
        .where((eb) => eb.or([eb('approved_until', 'is', null), eb('approved_until', '>', now)]))
        .execute();
      return new Set(rows.map((row) => row.id));
    },

    /**
     * The record that this answer counts to: the open one of user and object, or a new one, whose row and count go
     * together. Ranges that join one, which is nearly all of them, write nothing here.
     */
    async openRecord(object: FoundObject, who: Downloader, fromByte0: boolean, now: number): Promise<string> {
      const { open, joins } = await joinable(db, `${who.userId}:${object.id}`, fromByte0, now);
      return open && joins ? open.id : openNew(object, who, fromByte0, now);
    },

    /** Merges what went out since the last time into the rows, all in one transaction. */
    async addProgress(changes: { id: string; bytes: number; spans: Span[] }[], now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // In one order, so that two servers never wait for each other.
        for (const { id, bytes, spans } of [...changes].sort((a, b) => (a.id < b.id ? -1 : 1))) {
          const row = await trx
            .selectFrom('records')
            .select(['ranges', 'total_bytes', 'complete'])
            .where('id', '=', id)
            .executeTakeFirst();
          if (!row) continue;
          const ranges = merge([...(JSON.parse(row.ranges) as Span[]), ...spans]);
          const complete = covers(ranges, row.total_bytes);
          await trx
            .updateTable('records')
            .set((eb) => ({
              bytes_sent: eb('bytes_sent', '+', bytes),
              ranges: JSON.stringify(ranges),
              ...(complete && row.complete !== 1 ? { complete: 1 as const, finished_at: now } : {}),
            }))
            .where('id', '=', id)
            .execute();
        }
      });
    },
  };
}

export type DownloadsStore = ReturnType<typeof downloadsStore>;
