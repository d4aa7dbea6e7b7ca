import type { FastifyRequest } from 'fastify';
import {
  adminLogin,
  adminLogout,
  adminRefreshToken,
  getAdminInfo,
  getUserInfo,
  login,
  logout,
  refreshToken,
} from '../../../contract/session.ts';
import { asAdmin, asUser, languageFor, type Route } from '../../http/index.ts';
import type { sessionService } from './session.service.ts';

const originOf = (request: FastifyRequest) => ({
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
});

/** §7: signing in and out and refreshing, for both identities. */
export function sessionRoutes(route: Route, service: ReturnType<typeof sessionService>): void {
  route(login, ({ body, request }) => service.login(body, originOf(request), languageFor(request.headers)));
  route(refreshToken, ({ body }) => service.refresh(body.token, 'user'), { limit: 'reading' });
  route(logout, async ({ caller }) => service.logout(asUser(caller).tokenHash));
  route(getUserInfo, ({ caller }) => service.userInfo(asUser(caller).id));
  route(adminLogin, ({ body, request }) => service.adminLogin(body, originOf(request)));
  route(adminRefreshToken, ({ body }) => service.refresh(body.token, 'admin'), { limit: 'reading' });
  route(adminLogout, async ({ caller }) => service.logout(asAdmin(caller).tokenHash), { unaudited: true });
  route(getAdminInfo, async ({ caller }) => service.adminInfo(asAdmin(caller)));
}
