import type { AuditBy, Keys, OwnAdminProof, SecondFactor } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { administratorsRoutes } from './administrators.routes.ts';
import { administratorsService } from './administrators.service.ts';
import { administratorsStore } from './administrators.store.ts';
import { auditLogStore } from './audit-log.store.ts';
import { invitationsService } from './invitations.service.ts';
import { invitationsStore } from './invitations.store.ts';
import { ownAccessRoutes } from './own-access.routes.ts';
import { ownAccessService } from './own-access.service.ts';
import { ownAccessStore } from './own-access.store.ts';

export { administratorsStore, auditLogStore, invitationsService, invitationsStore };

interface Dependencies {
  db: Db;
  keys: Keys;
  secondFactor: SecondFactor;
  auditBy: AuditBy;
  site: SiteOf;
  ownAdminProof: OwnAdminProof;
  now: () => number;
}

/** Administrators, invitations, own access, and the audit log. */
export function serveAdministrators(route: Route, given: Dependencies): void {
  const { db, keys, secondFactor, auditBy, site, ownAdminProof, now } = given;
  const store = administratorsStore(db);
  const invitations = invitationsStore(db, keys.cipher);
  administratorsRoutes(route, {
    service: administratorsService(store, now),
    store,
    invitations: invitationsService({ store: invitations, site, now }),
    invitationsStore: invitations,
    auditLog: auditLogStore(db),
    auditBy,
    now,
  });
  const ownAccess = { store: ownAccessStore(db), secondFactor, site, ownAdminProof, now };
  ownAccessRoutes(route, ownAccessService(ownAccess));
}
