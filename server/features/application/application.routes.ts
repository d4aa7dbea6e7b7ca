import { applyAgain, getApplication, getReviewWait } from '../../../contract/own-account.ts';
import type { UsualWait } from '../../approval/index.ts';
import { asUser, type Route } from '../../http/index.ts';
import type { applicationService } from './application.service.ts';

/** The caller's own application, and the median time of decisions (decisions §3). */
export function applicationRoutes(
  route: Route,
  service: ReturnType<typeof applicationService>,
  wait: () => Promise<UsualWait>,
): void {
  route(getApplication, ({ caller }) => service.read(asUser(caller).id));
  route(applyAgain, ({ caller, body }) => service.applyAgain(asUser(caller).id, body));
  route(getReviewWait, () => wait(), { limit: 'reading' });
}
