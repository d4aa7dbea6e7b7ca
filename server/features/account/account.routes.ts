import { getCaptcha, register, sendValidCode } from '../../../contract/account.ts';
import type { Route } from '../../http/index.ts';
import type { accountService } from './account.service.ts';

/** §7: getCaptcha, sendValidCode, register. */
export function accountRoutes(route: Route, service: ReturnType<typeof accountService>): void {
  route(getCaptcha, () => service.captcha(), { limit: 'captcha' });
  route(sendValidCode, ({ body, request }) => service.sendValidCode(body, request.ip), { limit: 'code' });
  route(register, ({ body }) => service.register(body), { limit: 'register' });
}
