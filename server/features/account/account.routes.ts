import { getCaptcha, register, sendOwnCode, sendValidCode } from '../../../contract/account.ts';
import { asUser, type Route } from '../../http/index.ts';
import type { accountService } from './account.service.ts';

/** §7: getCaptcha, sendValidCode, register; access.md: sendOwnCode. */
export function accountRoutes(route: Route, service: ReturnType<typeof accountService>): void {
  route(getCaptcha, () => service.captcha(), { limit: 'captcha' });
  route(sendValidCode, ({ body, request }) => service.sendValidCode(body, request.ip), { limit: 'code' });
  route(sendOwnCode, ({ caller, request }) => service.sendOwnCode(asUser(caller), request.ip), {
    limit: 'code',
  });
  route(register, ({ body }) => service.register(body), { limit: 'register' });
}
