import type { Config } from '../config.ts';
import { readBuiltIn, ticketDaysKey, ticketLifeOf } from '../configuration/index.ts';
import type { Db } from '../database/index.ts';
import { addressKey } from '../shared/address-key.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import { accountFailureStore } from './account-failures.store.ts';
import { auditBy, auditRecorder } from './audit.store.ts';
import type { Identify } from './caller.ts';
import { captchaStore } from './captcha.store.ts';
import { captchas as createCaptchas } from './captcha.ts';
import { failedLogins, type LoginTry } from './failed-logins.ts';
import { guestStore } from './guests.store.ts';
import { guests as createGuests, isGuestToken } from './guests.ts';
import type { Keys } from './keys.ts';
import { mailedCodeStore } from './mailed-codes.store.ts';
import { mailedCodes } from './mailed-codes.ts';
import { ownAdminProof } from './own-admin-proof.ts';
import { ownPasswordStore } from './own-password.store.ts';
import { ownPasswordCheck } from './own-password.ts';
import { ownProofCheck } from './own-proof.ts';
import { personalTokenStore } from './personal-tokens.store.ts';
import { personalTokens } from './personal-tokens.ts';
import { secondFactorStore } from './second-factor.store.ts';
import { secondFactor } from './second-factor.ts';
import { sessionStore } from './session.store.ts';
import { sessions } from './sessions.ts';
import { signInLog } from './sign-in-log.store.ts';
import { ticketStore } from './tickets.store.ts';
import { tickets } from './tickets.ts';

interface Dependencies {
  db: Db;
  keys: Keys;
  config: Pick<Config, 'captchaEffort' | 'rateLimitFactor'>;
  changes: ChangeCounter;
  /** Told of each failed sign-in. */
  onFailedSignIn: (attempt: Pick<LoginTry, 'identity' | 'ip'>) => void;
  now: () => number;
}

/** Authentication: sessions, tickets, tokens, passwords, and their log. */
export function createAuth({ db, keys, config, changes, onFailedSignIn, now }: Dependencies) {
  const ticketLife = versionedCache({
    load: async () => ticketLifeOf((await readBuiltIn(db, [ticketDaysKey])).get(ticketDaysKey.key)),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 1,
  });
  const by = auditBy(now);
  const { rateLimitFactor: factor, captchaEffort } = config;
  const captchas = createCaptchas(captchaStore(db), keys.captcha, captchaEffort);
  const codes = mailedCodes({ store: mailedCodeStore(db, keys.cipher), key: keys.code, factor, now });
  const people = ownPasswordStore(db);
  const failures = accountFailureStore(db, keys.address);
  const proving = { store: people, failures, factor, now };
  const ownPassword = ownPasswordCheck(proving);
  const own = sessions(sessionStore(db), now);
  const guests = createGuests(guestStore(db), now);
  /** Whose token it is: a guest's says so itself. */
  const identify: Identify = (token, background) =>
    isGuestToken(token) ? guests.identify(token) : own.identify(token, background);
  const links = tickets(ticketStore(db), keys.ticket, now, () => ticketLife.get(''));
  return {
    sessions: own,
    guests,
    identify,
    /** Whether a guest's session or ticket was given by this portal, over or not. */
    isGuests: async (token: string): Promise<boolean> =>
      links.looksLike(token) ? links.isOurs(token) : guests.isKnown(token),
    tickets: links,
    personalTokens: personalTokens(personalTokenStore(db), now),
    captchas,
    failedLogins: failedLogins({
      store: failures,
      factor,
      addressKey,
      checkCaptcha: captchas.check,
      onFailed: onFailedSignIn,
      now,
    }),
    secondFactor: secondFactor(secondFactorStore(db), keys, now),
    codes,
    ownAdminProof: ownAdminProof(proving),
    ownProof: ownProofCheck({ store: people, ownPassword, codes }),
    logSignIn: signInLog(db, now),
    auditBy: by,
    recordChange: auditRecorder(db, by),
  };
}
