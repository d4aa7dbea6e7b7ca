import { changePassword, resetPassword } from '../../../contract/account.ts';
import { asUser, type Route } from '../../http/index.ts';
import type { passwordService } from './password.service.ts';

/** §7: changePassword, resetPassword. */
export function passwordRoutes(route: Route, service: ReturnType<typeof passwordService>): void {
  route(changePassword, ({ caller, body }) => service.change(asUser(caller).id, body));
  route(resetPassword, ({ body }) => service.reset(body), { limit: 'reset' });
}
