import {
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  disableTotp,
  getTotp,
} from '../../../contract/administrators.ts';
import { asAdmin, type Route } from '../../http/index.ts';
import type { OwnAccessService } from './own-access.service.ts';

/** Decisions §2: an administrator's own second factor and password. */
export function ownAccessRoutes(route: Route, service: OwnAccessService): void {
  route(getTotp, ({ caller }) => service.totp(asAdmin(caller)));
  route(beginTotp, ({ caller, body, audit }) => {
    const admin = asAdmin(caller);
    return service.beginTotp(admin, body.password, (trx) =>
      audit(trx, { subject: admin.username, before: { totp: 'off' }, after: { totp: 'begun' } }),
    );
  });
  route(confirmTotp, async ({ caller, body, audit }) => {
    const admin = asAdmin(caller);
    const recoveryCodes = await service.confirmTotp(admin, body.code, (trx) =>
      audit(trx, { subject: admin.username, before: { totp: 'begun' }, after: { totp: 'on' } }),
    );
    return { recoveryCodes };
  });
  route(disableTotp, ({ caller, body, audit }) => {
    const admin = asAdmin(caller);
    return service.disableTotp(admin, body.password, body.code, (trx) =>
      audit(trx, { subject: admin.username, before: { totp: 'on' }, after: { totp: 'off' } }),
    );
  });
  route(changeAdminPassword, ({ caller, body, audit }) => {
    const admin = asAdmin(caller);
    return service.changePassword(admin, body, (trx) =>
      audit(trx, { subject: admin.username, after: { password: 'changed' } }),
    );
  });
}
