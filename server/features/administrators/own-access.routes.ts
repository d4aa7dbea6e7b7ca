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
  route(beginTotp, async ({ caller, body, auditAfter }) => {
    const admin = asAdmin(caller);
    const begun = await service.beginTotp(admin, body.password);
    auditAfter({ subject: admin.username, before: { totp: 'off' }, after: { totp: 'begun' } });
    return begun;
  });
  route(confirmTotp, async ({ caller, body, auditAfter }) => {
    const admin = asAdmin(caller);
    const recoveryCodes = await service.confirmTotp(admin, body.code);
    auditAfter({ subject: admin.username, before: { totp: 'begun' }, after: { totp: 'on' } });
    return { recoveryCodes };
  });
  route(disableTotp, async ({ caller, body, auditAfter }) => {
    const admin = asAdmin(caller);
    await service.disableTotp(admin, body.password, body.code);
    auditAfter({ subject: admin.username, before: { totp: 'on' }, after: { totp: 'off' } });
  });
  route(changeAdminPassword, async ({ caller, body, auditAfter }) => {
    const admin = asAdmin(caller);
    await service.changePassword(admin, body);
    auditAfter({ subject: admin.username, after: { password: 'changed' } });
  });
}
