import {
  adminLogin,
  adminLogout,
  getAdminInfo,
  getUserInfo,
  login,
  logout,
} from '../../../contract/session.ts';
import { asAdmin, asUser, type Route } from '../../http/route.ts';
import type { sessionService } from './session.service.ts';

/** §7: signing in and out, for both identities. */
export function sessionRoutes(route: Route, service: ReturnType<typeof sessionService>): void {
  route(login, ({ body, request }) => service.login(body.email, body.password, request.ip));
  route(logout, async ({ caller }) => service.logout(asUser(caller).tokenHash));
  route(getUserInfo, ({ caller }) => service.userInfo(asUser(caller).id));
  route(adminLogin, ({ body, request }) => service.adminLogin(body.username, body.password, request.ip));
  route(adminLogout, async ({ caller }) => service.logout(asAdmin(caller).tokenHash));
  route(getAdminInfo, async ({ caller }) => service.adminInfo(asAdmin(caller)));
}
