import type { Settle } from '../../approval/index.ts';
import type { Captchas, Keys, OwnPasswordCheck } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { accountRoutes } from './account.routes.ts';
import { accountService } from './account.service.ts';
import { accountStore, type CodePurpose } from './account.store.ts';
import { passwordRoutes } from './password.routes.ts';
import { passwordService } from './password.service.ts';
import { passwordStore } from './password.store.ts';
import { validCodes } from './valid-codes.ts';

export { accountStore, type CodePurpose, passwordStore };

interface Dependencies {
  db: Db;
  keys: Keys;
  settle: Settle;
  captchas: Captchas;
  ownPassword: OwnPasswordCheck;
  site: SiteOf;
  limitFactor: number;
  now: () => number;
}

/** Registration, change and reset of passwords. */
export function serveAccounts(route: Route, given: Dependencies): void {
  const { db, keys, settle, captchas, ownPassword, site, limitFactor, now } = given;
  const store = accountStore(db, settle, keys.cipher);
  const codes = validCodes(store, keys.code, now);
  accountRoutes(route, accountService({ store, captchas, codes, site, limitFactor, now }));
  passwordRoutes(route, passwordService({ store: passwordStore(db), ownPassword, codes, now }));
}
