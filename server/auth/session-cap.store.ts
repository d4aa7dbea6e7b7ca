import { compiled, type Db, type Queries, type SessionsTable } from '../database/index.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Concurrent sessions of a person; beyond it the oldest end. */
export const MOST_SESSIONS = 20;

type Asked = Record<'sessionId' | 'subjectId' | 'identity', string> & { now: number };

/** Enforces the limit for a session that has just begun, in its transaction, which holds the person's row lock. */
export function sessionCap(db: Db) {
  const tooMany = compiled<Asked, { session_id: string }>(db, (parameter) =>
    db
      .selectFrom('sessions')
      .select('session_id')
      .where('subject_id', '=', parameter('subjectId'))
      .where('identity', '=', parameter('identity') as SessionsTable['identity'])
      .where('session_id', '!=', parameter('sessionId'))
      .where('ended_at', 'is', null)
      .where('replaced_at', 'is', null)
      .where('expires_at', '>', parameter('now'))
      .where('absolute_at', '>', parameter('now'))
      .orderBy('began_at', 'desc')
      .orderBy('session_id')
      .limit(1_000)
      .offset(MOST_SESSIONS - 1),
  );

  return async (trx: Queries, asked: Asked): Promise<void> => {
    const over = await tooMany(asked, trx);
    if (over.length === 0) return;
    const ids = over.map(({ session_id }) => session_id);
    await retryOnConflict(() =>
      trx
        .updateTable('sessions')
        .set({ ended_at: asked.now })
        .where('session_id', 'in', ids)
        .where('ended_at', 'is', null)
        .execute(),
    );
  };
}
