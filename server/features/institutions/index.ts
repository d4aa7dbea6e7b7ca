import type { Settle } from '../../approval/index.ts';
import type { AuditBy, Keys, MailedCodes, OwnProofCheck, Sessions, SignInLog } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { institutionNames } from '../../shared/institutions.ts';
import { browserCookie } from './browser-cookie.ts';
import { handshakeService } from './handshake.service.ts';
import { institutionRoutes } from './institutions.routes.ts';
import { linksService } from './links.service.ts';
import { openIdProvider } from './openid.ts';
import { signInsService } from './sign-ins.service.ts';
import { signInsStore } from './sign-ins.store.ts';

interface Dependencies {
  db: Db;
  config: Pick<Config, 'institutions' | 'publicUrl'>;
  keys: Keys;
  settle: Settle;
  codes: MailedCodes;
  ownProof: OwnProofCheck;
  sessions: Sessions;
  logSignIn: SignInLog;
  auditBy: AuditBy;
  site: SiteOf;
  log: { warn: (facts: object, message: string) => void };
  now: () => number;
}

/** Sign-in with the institution, by OpenID Connect (docs/decisions/0040). */
export function serveInstitutions(route: Route, given: Dependencies): void {
  const { db, config, keys, settle, log, now } = given;
  const { institutions, publicUrl } = config;
  const redirectUri = `${publicUrl}/api/v1/institutions/callback`;
  const providers = institutions.map((institution) => openIdProvider({ institution, redirectUri, now }));
  const store = signInsStore(db, keys.address, settle);
  const cookie = browserCookie(keys.cipher, publicUrl.startsWith('https:'), now);
  const nameOf = institutionNames(institutions);
  const onFailed = (failed: object) => log.warn(failed, 'sign-in with an institution failed');
  const signIns = signInsService({ ...given, store, cookie, nameOf });
  institutionRoutes(route, {
    institutions,
    cookie,
    handshake: handshakeService({ store, providers, cookie, onFailed, now }),
    signIns,
    links: linksService({ ...given, store, institutions, nameOf, ticketed: signIns.ticketed }),
  });
}
