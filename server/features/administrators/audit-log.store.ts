import type { AuditEntry, listAudit } from '../../../contract/administrators.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import { type AuditTable, type Db, lowerContains, onPostgres, page } from '../../database/index.ts';
import { iso, startOfDay } from '../../shared/time.ts';

const value = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const present = (row: AuditTable): AuditEntry => ({
  id: row.id,
  at: iso(row.at),
  adminId: row.admin_id,
  adminName: row.admin_name,
  action: row.action,
  subject: row.subject,
  userId: row.person_id,
  userName: row.person_name,
  times: row.times ?? 1,
  before: value(row.before_json),
  after: value(row.after_json),
  ip: row.ip,
});

/** Reads the audit log; `auth/audit.store.ts` writes it. */
export function auditLogStore(db: Db) {
  return {
    list(query: QueryOf<typeof listAudit>): Promise<Page<AuditEntry>> {
      let rows = db.inReader.selectFrom('audit').selectAll();
      const { adminId, keyword, from, to } = query;
      if (adminId) rows = rows.where('admin_id', '=', adminId);
      if (keyword) rows = rows.where(lowerContains('searched', keyword));
      if (from) rows = rows.where('at', '>=', startOfDay(from));
      if (to) rows = rows.where('at', '<', startOfDay(to));
      return page(
        rows,
        {
          ...query,
          column: query.sort ?? 'at',
          order: query.order ?? 'desc',
          searched: Boolean(keyword) && onPostgres(db),
        },
        'id',
        present,
      );
    },
  };
}

export type AuditLogStore = ReturnType<typeof auditLogStore>;
