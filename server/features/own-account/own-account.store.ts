import type { DataOf, QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { listOwnDownloads, listSessions } from '../../../contract/own-account.ts';
import { forgetPerson } from '../../approval/index.ts';
import { endEverything, holdPassword, retryOnConflict } from '../../auth/index.ts';
import { type Db, page } from '../../database/index.ts';
import { type ShownRecord, shownColumns } from '../../records/index.ts';
import { iso } from '../../shared/time.ts';

type OwnDownload = DataOf<typeof listOwnDownloads>['list'][number];

const present = (row: ShownRecord): OwnDownload => ({
  id: row.id,
  datasetId: row.dataset_id,
  datasetName: row.dataset_name,
  version: row.version,
  subsetPath: row.subset_path,
  bytesSent: row.bytes_sent,
  totalBytes: row.total_bytes,
  complete: row.complete === null ? null : row.complete === 1,
  startedAt: iso(row.started_at),
});

/** @param addressKey the secret named `address` */
export function ownAccountStore(db: Db, addressKey: string) {
  return {
    /** Live sessions, the last used first: of each session the row that has not been replaced. */
    async sessions(userId: string, tokenHash: string, now: number): Promise<DataOf<typeof listSessions>> {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('subject_id', '=', userId)
        .where('ended_at', 'is', null)
        .where((eb) => eb.or([eb('replaced_at', 'is', null), eb('token_hash', '=', tokenHash)]))
        .orderBy('last_used_at', 'desc')
        .orderBy('session_id')
        .execute();
      const current = rows.find((row) => row.token_hash === tokenHash)?.session_id;
      return rows
        .filter((row) => row.replaced_at === null && row.expires_at > now && row.absolute_at > now)
        .map((row) => ({
          id: row.session_id,
          createdAt: iso(row.began_at),
          lastUsedAt: iso(row.last_used_at),
          ip: row.ip,
          userAgent: row.user_agent,
          current: row.session_id === current,
        }));
    },

    /** @returns false when the person has no such session, or it has ended */
    async endSession(userId: string, sessionId: string, now: number): Promise<boolean> {
      let rows = 0n;
      await retryOnConflict(async () => {
        const { numUpdatedRows } = await db
          .updateTable('sessions')
          .set({ ended_at: now })
          .where('session_id', '=', sessionId)
          .where('identity', '=', 'user')
          .where('subject_id', '=', userId)
          .where('ended_at', 'is', null)
          .executeTakeFirstOrThrow();
        rows += numUpdatedRows;
      });
      return rows > 0n;
    },

    endEverything: (userId: string, now: number): Promise<void> =>
      db.transaction().execute((trx) => endEverything(trx, userId, now)),

    downloads: (userId: string, query: QueryOf<typeof listOwnDownloads>): Promise<Page<OwnDownload>> =>
      page(
        db.selectFrom('records').select(shownColumns).where('user_id', '=', userId),
        { ...query, column: 'started_at', order: query.order ?? 'desc' },
        'id',
        present,
      ),

    /** False when the password was changed, or the person removed, meanwhile. */
    remove: (userId: string, passwordHash: string, now: number): Promise<boolean> =>
      db
        .transaction()
        .execute(
          async (trx) =>
            (await holdPassword(trx, 'user', userId, passwordHash)) &&
            forgetPerson(trx, addressKey, userId, now),
        ),
  };
}

export type OwnAccountStore = ReturnType<typeof ownAccountStore>;
