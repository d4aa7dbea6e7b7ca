import {
  acceptInvitation,
  inviteAdministrator,
  listAdministrators,
  listAudit,
  readInvitation,
  updateAdministrator,
  withdrawInvitation,
} from '../../../contract/administrators.ts';
import { changes, type RecordChange } from '../../auth/index.ts';
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
  /** For what a new administrator does before there is a session. */
  recordChange: RecordChange;
  now: () => number;
}

/** Decisions §2: administrators managed by administrators, invitations, the audit log. */
export function administratorsRoutes(route: Route, given: Dependencies): void {
  const { service, store, invitations, invitationsStore, auditLog, recordChange, now } = given;

  route(listAdministrators, async () => ({
    administrators: await store.list(),
    invitations: await invitationsStore.list(now()),
  }));
  route(updateAdministrator, async ({ params, body, caller, auditAfter }) => {
    const { before, after } = await service.update(params.id, body, asAdmin(caller));
    auditAfter({ subject: after.username, ...changes(before, after) });
    return after;
  });

  route(inviteAdministrator, async ({ body, caller, auditAfter }) => {
    const invitation = await invitations.invite(body.email, body.role, asAdmin(caller));
    auditAfter({
      subject: invitation.email,
      after: { role: invitation.role, expiresAt: invitation.expiresAt },
    });
    return invitation;
  });
  route(withdrawInvitation, async ({ params, auditAfter }) => {
    const { email, role, expiresAt } = await invitations.withdraw(params.id);
    auditAfter({ subject: email, before: { role, expiresAt } });
  });
  route(readInvitation, ({ body }) => invitations.read(body.token), { limit: 'reading' });
  route(
    acceptInvitation,
    async ({ body, request }) => {
      const { id, name, username, role, reset } = await invitations.accept(body);
      const { method, path } = acceptInvitation;
      await recordChange(
        { id, name },
        `${method} ${path}`,
        { subject: username, after: reset ? { password: 'new' } : { role } },
        request.ip,
      );
    },
    { limit: 'register' },
  );

  route(listAudit, ({ query }) => auditLog.list(query));
}
