import { approvalPolicyService } from '../approval/approval-policy.service.ts';
import { policyKeys } from '../approval/policy.keys.ts';
import { captchaStore } from '../auth/captcha.store.ts';
import { captchas as makeCaptchas } from '../auth/captcha.ts';
import { failedLogins as makeFailedLogins } from '../auth/failed-logins.ts';
import { firstAdministrator } from '../auth/first-admin.store.ts';
import { personalTokenStore } from '../auth/personal-tokens.store.ts';
import { personalTokens as makePersonalTokens } from '../auth/personal-tokens.ts';
import { secondFactorStore } from '../auth/second-factor.store.ts';
import { secondFactor as makeSecondFactor } from '../auth/second-factor.ts';
import { sessionStore } from '../auth/session.store.ts';
import { sessions as makeSessions } from '../auth/sessions.ts';
import { ticketStore } from '../auth/tickets.store.ts';
import { tickets as makeTickets } from '../auth/tickets.ts';
import type { Config } from '../config.ts';
import { readBuiltIn, seedBuiltIn } from '../configuration/built-in.store.ts';
import { errorLogKey, ticketDaysKey, ticketLifeOf } from '../configuration/portal-keys.ts';
import type { Queries } from '../database/open.ts';
import { settingStore } from '../features/setting/setting.store.ts';
import { mailKeys } from '../mail/mail-texts.ts';
import { retentionKeys } from '../retention/retention-keys.ts';
import { addressKey } from '../shared/address-key.ts';
import { type changeCounter, freshCache } from '../shared/versioned-cache.ts';
import type { Storage } from './storage.ts';

interface Given {
  config: Config;
  storage: Storage;
  changes: ReturnType<typeof changeCounter>;
  now: () => number;
}

/** Who somebody is and what they may: sessions, tickets, proofs, and the configuration that decides on approval. */
export async function identityOf({ config, storage, changes, now }: Given) {
  const { db, keys } = storage;
  const settings = settingStore(db);
  const firstAdmin = await firstAdministrator(db, config.firstAdmin, now());
  const site = async (queries?: Queries) => {
    const { name } = await settings.read(config.staticBase, queries);
    return { name, publicUrl: config.publicUrl, texts: await readBuiltIn(queries ?? db, mailKeys) };
  };

  const sessions = makeSessions(sessionStore(db), now);
  const ticketLife = freshCache({
    load: async () => ticketLifeOf((await readBuiltIn(db, [ticketDaysKey])).get(ticketDaysKey.key)),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 1,
  });
  const tickets = makeTickets(ticketStore(db), keys.ticket, now, () => ticketLife.get(''));
  const personalTokens = makePersonalTokens(personalTokenStore(db), now);
  /** Of the marks that outlive an account. */
  const marksKey = keys.address;
  const captchas = makeCaptchas(captchaStore(db), keys.captcha, config.captchaEffort);
  const failedLogins = makeFailedLogins({
    factor: config.rateLimitFactor,
    addressKey,
    checkCaptcha: captchas.check,
    now,
  });

  const secondFactor = makeSecondFactor(secondFactorStore(db), keys, now);

  const approval = approvalPolicyService(db, { addressKey: marksKey, site, now });
  const builtIn = [
    ...settings.keys,
    ...Object.values(policyKeys),
    ticketDaysKey,
    errorLogKey,
    ...retentionKeys,
    ...mailKeys,
  ];
  await seedBuiltIn(db, builtIn, now());

  return {
    settings,
    site,
    sessions,
    tickets,
    personalTokens,
    marksKey,
    captchas,
    failedLogins,
    secondFactor,
    approval,
    builtIn,
    firstAdmin,
  };
}

export type Identity = Awaited<ReturnType<typeof identityOf>>;
