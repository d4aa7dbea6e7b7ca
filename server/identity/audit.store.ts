import type { Db } from '../database/open.ts';
import { newId } from '../ids.ts';
import type { RecordChange } from './audit.ts';

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** Appends to the audit log; nothing ever changes or deletes a row of it. */
export const auditRecorder =
  (db: Db, now: () => number): RecordChange =>
  async (admin, action, change, ip) => {
    const subject = change.subject.slice(0, 500);
    await db
      .insertInto('audit')
      .values({
        id: newId(),
        at: now(),
        admin_id: admin.id,
        admin_name: admin.name,
        action,
        subject,
        before_json: json(change.before),
        after_json: json(change.after),
        ip,
        searched: `${subject}\n${action}`.toLowerCase(),
      })
      .execute();
  };
