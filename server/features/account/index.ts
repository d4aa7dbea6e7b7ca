import type { Settle } from '../../approval/index.ts';
import type { Captchas, MailedCodes, OwnProofCheck } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { accountRoutes } from './account.routes.ts';
import { accountService } from './account.service.ts';
import { accountStore } from './account.store.ts';
import { passwordRoutes } from './password.routes.ts';
import { passwordService } from './password.service.ts';
import { passwordStore } from './password.store.ts';

export { accountStore, passwordStore };

interface Dependencies {
  db: Db;
  settle: Settle;
  captchas: Captchas;
  codes: MailedCodes;
  ownProof: OwnProofCheck;
  site: SiteOf;
  now: () => number;
}

/** Registration, change and reset of passwords. */
export function serveAccounts(route: Route, given: Dependencies): void {
  const { db, settle, captchas, codes, ownProof, site, now } = given;
  accountRoutes(
    route,
    accountService({ store: accountStore(db, settle, codes), captchas, codes, site, now }),
  );
  passwordRoutes(route, passwordService({ store: passwordStore(db), ownProof, codes, now }));
}
