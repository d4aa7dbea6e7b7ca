import type { Insertable } from 'kysely';
import { type AuditTable, type Db, onPostgres, type Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { AuditBy, Change, RecordChange } from './audit.ts';
import type { AdminCaller } from './caller.ts';

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * The user's current name. Takes the row lock, so that a concurrent removal of the person waits until the entry is
 * written, and then anonymises it.
 */
async function nameOf(trx: Queries, userId: string): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select(['first_name', 'family_name'])
    .where('id', '=', userId)
    .$if(onPostgres(trx), (query) => query.forKeyShare())
    .executeTakeFirst();
  return user ? `${user.first_name} ${user.family_name}` : null;
}

interface Noted {
  id?: string;
  at: number;
  /** Undefined: not an administrator, or unauthenticated. */
  admin: Pick<AdminCaller, 'id' | 'name'> | undefined;
  action: string;
  change: Change;
  ip: string;
}

/** Builds the row of an entry within the caller's transaction, which locks the row of the user concerned. */
export async function auditRow(trx: Queries, { id, at, admin, action, change, ip }: Noted) {
  const { userId } = change;
  const subject = change.subject.slice(0, 500);
  const name = userId === undefined ? null : await nameOf(trx, userId);
  return {
    id: id ?? newId(),
    at,
    admin_id: admin?.id ?? '',
    admin_name: admin?.name ?? '',
    action,
    subject,
    before_json: json(change.before),
    after_json: json(change.after),
    ip,
    searched: [subject, action, ...(name === null ? [] : [name])].join('\n').toLowerCase(),
    person_id: userId ?? null,
    person_name: name,
    times: null,
  } satisfies Insertable<AuditTable>;
}

/** Appends to the audit log; only the removal of a person (`forget-person.store.ts`) ever changes a row of it. */
export const auditBy =
  (now: () => number): AuditBy =>
  (admin, action, ip) =>
  async (trx, change) => {
    if (!trx.isTransaction) throw new Error('an entry is written in the transaction of its change');
    const row = await auditRow(trx, { at: now(), admin, action, change, ip });
    await trx.insertInto('audit').values(row).execute();
  };

export const auditRecorder =
  (db: Db, by: AuditBy): RecordChange =>
  (admin, action, change, ip) =>
    db.transaction().execute((trx) => by(admin, action, ip)(trx, change));
