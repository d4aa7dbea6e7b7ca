import type { OwnProofCheck, PersonalTokens, RecordChange } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { exportStore } from './export.store.ts';
import { ownAccountRoutes } from './own-account.routes.ts';
import { ownAccountService } from './own-account.service.ts';
import { ownAccountStore } from './own-account.store.ts';

export { exportStore, ownAccountStore };

interface Dependencies {
  db: Db;
  /** Key of the hashed addresses. */
  addressKey: string;
  tokens: PersonalTokens;
  ownProof: OwnProofCheck;
  recordChange: RecordChange;
  now: () => number;
}

/** The caller's own downloads, sessions and tokens, and the account's export and deletion. */
export function serveOwnAccount(route: Route, given: Dependencies): void {
  const { db, addressKey, tokens, ownProof, recordChange, now } = given;
  const store = ownAccountStore(db, addressKey);
  const exports = exportStore(db, addressKey);
  const service = ownAccountService({ store, exports, tokens, ownProof, now });
  ownAccountRoutes(route, { service, store, tokens, recordChange, now });
}
