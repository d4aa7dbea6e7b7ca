import {
  addAdminLink,
  confirmAdminSignIn,
  deleteAdminLink,
  listAdminInstitutions,
  listAdminLinks,
  startAdminSignIn,
} from '../../../contract/admin-institutions.ts';
import { asAdmin, type Route } from '../../http/index.ts';
import type { Institution } from '../../shared/institutions.ts';
import type { AdminLinksService } from './admin-links.service.ts';
import type { AdminSignInsService } from './admin-sign-ins.service.ts';
import type { HandshakeService } from './handshake.service.ts';
import { originOf, send } from './institutions.routes.ts';

interface Dependencies {
  /** Those that `OIDC_ADMINS` names. */
  institutions: readonly Institution[];
  handshake: HandshakeService;
  adminSignIns: AdminSignInsService;
  adminLinks: AdminLinksService;
}

/** access.md, "Sign-in with the institution": administrators. The callback and the exchange are those of users. */
export function adminInstitutionRoutes(route: Route, given: Dependencies): void {
  const { institutions, handshake, adminSignIns, adminLinks } = given;
  const limit = { limit: 'institution' };
  route(listAdminInstitutions, async () => institutions.map(({ id, name }) => ({ id, name })));
  route(
    startAdminSignIn,
    async ({ params, query, reply }) => {
      const purpose = query.to === 'link' ? 'admin-link' : 'admin';
      return send(reply, await handshake.begin(params.id, query.redirect, purpose));
    },
    limit,
  );
  route(confirmAdminSignIn, ({ body, request }) => adminSignIns.confirm(body, originOf(request)), limit);
  route(listAdminLinks, ({ caller }) => adminLinks.list(asAdmin(caller)));
  route(addAdminLink, ({ caller, body, audit }) => adminLinks.add(asAdmin(caller), body, audit));
  route(deleteAdminLink, ({ caller, params, audit }) => adminLinks.remove(asAdmin(caller), params.id, audit));
}
