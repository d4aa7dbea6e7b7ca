import type { RecordChange } from '../auth/audit.ts';
import { ownPasswordStore } from '../auth/own-password.store.ts';
import { ownPasswordCheck } from '../auth/own-password.ts';
import { signInLog } from '../auth/sign-in-log.store.ts';
import type { Config } from '../config.ts';
import { accountRoutes } from '../features/account/account.routes.ts';
import { accountService } from '../features/account/account.service.ts';
import { accountStore } from '../features/account/account.store.ts';
import { passwordRoutes } from '../features/account/password.routes.ts';
import { passwordService } from '../features/account/password.service.ts';
import { passwordStore } from '../features/account/password.store.ts';
import { validCodes } from '../features/account/valid-codes.ts';
import { ownAccessRoutes } from '../features/administrators/own-access.routes.ts';
import { ownAccessService } from '../features/administrators/own-access.service.ts';
import { ownAccessStore } from '../features/administrators/own-access.store.ts';
import { applicationRoutes } from '../features/application/application.routes.ts';
import { applicationService } from '../features/application/application.service.ts';
import { applicationStore } from '../features/application/application.store.ts';
import { reviewWait } from '../features/application/review-wait.ts';
import { exportStore } from '../features/own-account/export.store.ts';
import { ownAccountRoutes } from '../features/own-account/own-account.routes.ts';
import { ownAccountService } from '../features/own-account/own-account.service.ts';
import { ownAccountStore } from '../features/own-account/own-account.store.ts';
import { sessionRoutes } from '../features/session/session.routes.ts';
import { sessionService } from '../features/session/session.service.ts';
import { signInStore } from '../features/session/session.store.ts';
import type { Route } from '../http/route.ts';
import { addressKey } from '../shared/address-key.ts';
import type { Identity } from './identity.ts';
import type { Storage } from './storage.ts';

interface Given {
  route: Route;
  config: Config;
  storage: Storage;
  identity: Identity;
  recordChange: RecordChange;
  now: () => number;
}

/** Who somebody is: signing in, registering, one's own account and application. */
export function peopleRoutes(given: Given): void {
  const { route, config, storage, identity, recordChange, now } = given;
  const { db, keys } = storage;
  const { site, sessions, personalTokens, marksKey, captchas, failedLogins, secondFactor, approval } =
    identity;
  sessionRoutes(
    route,
    sessionService({
      store: signInStore(db),
      sessions,
      failedLogins,
      secondFactor,
      logSignIn: signInLog(db, now),
      now,
    }),
  );
  const accounts = accountStore(db, approval.settle, keys.cipher);
  const codes = validCodes(accounts, keys.code, now);
  accountRoutes(
    route,
    accountService({
      store: accounts,
      captchas,
      codes,
      addressKey,
      site,
      limitFactor: config.rateLimitFactor,
      now,
    }),
  );
  const passwords = passwordStore(db);
  const ownPassword = ownPasswordCheck(ownPasswordStore(db), config.rateLimitFactor, now);
  passwordRoutes(route, passwordService({ store: passwords, ownPassword, codes, now }));
  const ownAccounts = ownAccountStore(db, marksKey);
  const ownAccount = ownAccountService({
    store: ownAccounts,
    exports: exportStore(db, marksKey),
    tokens: personalTokens,
    ownPassword,
    now,
  });
  ownAccountRoutes(route, {
    service: ownAccount,
    store: ownAccounts,
    tokens: personalTokens,
    recordChange,
    now,
  });

  const applications = applicationStore(db, approval.settle);
  applicationRoutes(route, applicationService(applications, now), reviewWait(applications, now));

  ownAccessRoutes(
    route,
    ownAccessService({
      store: ownAccessStore(db),
      secondFactor,
      site,
      limitFactor: config.rateLimitFactor,
      now,
    }),
  );
}
