import type { Settle } from '../../approval/index.ts';
import type {
  AuditBy,
  Keys,
  MailedCodes,
  OwnAdminProof,
  OwnProofCheck,
  SecondFactor,
  Sessions,
  SignInLog,
} from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { institutionNames } from '../../shared/institutions.ts';
import { adminIdentitiesStore } from './admin-identities.store.ts';
import { adminInstitutionRoutes } from './admin-institutions.routes.ts';
import { adminLinksService } from './admin-links.service.ts';
import { adminSignInsService } from './admin-sign-ins.service.ts';
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
  ownAdminProof: OwnAdminProof;
  secondFactor: SecondFactor;
  sessions: Sessions;
  logSignIn: SignInLog;
  auditBy: AuditBy;
  site: SiteOf;
  log: { warn: (facts: object, message: string) => void };
  now: () => number;
}

/** Sign-in with the institution, by OpenID Connect (docs/decisions/0040, 0045). */
export function serveInstitutions(route: Route, given: Dependencies): void {
  const { db, config, keys, settle, log, now } = given;
  const { institutions, publicUrl } = config;
  const redirectUri = `${publicUrl}/api/v1/institutions/callback`;
  const providers = institutions.map((institution) => openIdProvider({ institution, redirectUri, now }));
  const store = signInsStore(db, keys.address, settle);
  const cookie = browserCookie(keys.cipher, publicUrl.startsWith('https:'), now);
  const nameOf = institutionNames(institutions);
  const onFailed = (failed: object) => log.warn(failed, 'sign-in with an institution failed');
  const handshake = handshakeService({ store, providers, cookie, onFailed, now });
  const forAdmins = institutions.filter((one) => one.forAdmins);
  const isForAdmins = (issuer: string) => forAdmins.some((one) => one.issuer === issuer);
  const identities = adminIdentitiesStore(db);
  const adminSignIns = adminSignInsService({ ...given, store: identities, signIns: store, isForAdmins });
  const signIns = signInsService({ ...given, store, cookie, nameOf, arriveAsAdmin: adminSignIns.arrive });
  institutionRoutes(route, {
    institutions,
    cookie,
    handshake,
    signIns,
    links: linksService({ ...given, store, institutions, nameOf, ticketed: signIns.ticketed }),
  });
  adminInstitutionRoutes(route, {
    institutions: forAdmins,
    handshake,
    adminSignIns,
    adminLinks: adminLinksService({
      ...given,
      store: identities,
      institutions: forAdmins,
      nameOf,
      ticketed: adminSignIns.ticketed,
    }),
  });
}
