import {
  acceptInvitation,
  inviteAdministrator,
  listAdministrators,
  listAudit,
  readInvitation,
  updateAdministrator,
  withdrawInvitation,
} from '../../../contract/administrators.ts';
import { type AuditBy, changes } from '../../auth/index.ts';
import { asAdmin, type Route } from '../../http/index.ts';
import type { AdministratorsService } from './administrators.service.ts';
import type { AdministratorsStore } from './administrators.store.ts';
import type { AuditLogStore } from './audit-log.store.ts';
import type { InvitationsService } from './invitations.service.ts';
import type { InvitationsStore } from './invitations.store.ts';

interface Dependencies {
  service: AdministratorsService;
  store: AdministratorsStore;
  invitations: InvitationsService;
  invitationsStore: InvitationsStore;
  auditLog: AuditLogStore;
  /** For calls of a new administrator that precede the session. */
  auditBy: AuditBy;
  now: () => number;
}

/** Decisions §2: administration of administrators, invitations, the audit log. */
export function administratorsRoutes(route: Route, given: Dependencies): void {
  const { service, store, invitations, invitationsStore, auditLog, auditBy, now } = given;

  route(listAdministrators, async () => ({
    administrators: await store.list(),
    invitations: await invitationsStore.list(now()),
  }));
  route(updateAdministrator, ({ params, body, caller, audit }) =>
    service.update(params.id, body, asAdmin(caller), (trx, { before, after }) =>
      audit(trx, { subject: after.username, ...changes(before, after) }),
    ),
  );

  route(inviteAdministrator, async ({ body, caller, audit }) => {
    const { invitation } = await invitations.invite(
      body.email,
      body.role,
      asAdmin(caller),
      (trx, { email, role, expiresAt }) => audit(trx, { subject: email, after: { role, expiresAt } }),
    );
    return invitation;
  });
  route(withdrawInvitation, ({ params, audit }) =>
    invitations.withdraw(params.id, (trx, { email, role, expiresAt }) =>
      audit(trx, { subject: email, before: { role, expiresAt } }),
    ),
  );
  route(readInvitation, ({ body }) => invitations.read(body.token), { limit: 'reading' });
  route(
    acceptInvitation,
    ({ body, request }) => {
      const { method, path } = acceptInvitation;
      return invitations.accept(body, (trx, { id, name, username, role, reset }) =>
        auditBy(
          { id, name },
          `${method} ${path}`,
          request.ip,
        )(trx, {
          subject: username,
          after: reset ? { password: 'new', ...reset } : { role },
        }),
      );
    },
    { limit: 'register' },
  );

  route(listAudit, ({ query }) => auditLog.list(query));
}
