import type { Queries } from '../database/index.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Ends all sessions and tickets of a user, within the caller's transaction. */
export async function endEverything(db: Queries, userId: string, now: number): Promise<void> {
  await retryOnConflict(() =>
    db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('subject_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute(),
  );
  await db
    .updateTable('tickets')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends the sessions of an administrator except the one of the token `keep`, within the caller's transaction. */
export async function endAdminSessions(
  db: Queries,
  adminId: string,
  now: number,
  keep?: string,
): Promise<void> {
  await retryOnConflict(() => {
    const all = db
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('identity', '=', 'admin')
      .where('subject_id', '=', adminId)
      .where('ended_at', 'is', null);
    if (keep === undefined) return all.execute();
    return all
      .where('session_id', 'not in', (eb) =>
        eb.selectFrom('sessions').select('session_id').where('token_hash', '=', keep),
      )
      .execute();
  });
}
