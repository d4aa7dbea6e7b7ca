import { email as emailAddress } from '../../contract/account.ts';
import { type AdminRole, invitationLink } from '../../contract/administrators.ts';
import { type PasswordReset, resetAdministrator } from '../auth/index.ts';
import {
  administratorsStore,
  invitationsService,
  invitationsStore,
} from '../features/administrators/index.ts';
import { COMMAND } from '../shared/command-name.ts';
import { type ExitCode, WrongUse } from './ending.ts';
import { auditAs, keysOf, onPortal, operator, siteOf } from './portal.ts';
import { counted, table } from './say.ts';

/** @throws WrongUse */
function addressOf(given: string): string {
  const read = emailAddress.safeParse(given.trim().toLowerCase());
  if (!read.success) throw new WrongUse(`${given} is not an e-mail address.`);
  return read.data;
}

export const list = (): Promise<ExitCode> =>
  onPortal(async (db) => {
    const all = await administratorsStore(db).list();
    const rows = all.map((one) => [
      one.username,
      one.name,
      one.role,
      one.totp ? 'two-step sign-in' : '',
      one.disabledAt === null ? '' : `disabled since ${one.disabledAt.slice(0, 10)}`,
    ]);
    for (const line of table(rows)) console.log(line);
    console.log(`${counted(all.length, 'administrator')}.`);
    return 0;
  });

export async function invite(given: string, { role }: { role: AdminRole }): Promise<ExitCode> {
  const email = addressOf(given);
  return onPortal(async (db, config, now) => {
    const { cipher } = await keysOf(db, config);
    const store = invitationsStore(db, cipher);
    const service = invitationsService({ store, site: siteOf(db, config), now });
    const audit = auditAs('vitrine admin invite', now);
    const { token } = await service.invite(email, role, operator(), (trx, { expiresAt }) =>
      audit(trx, { subject: email, after: { role, expiresAt } }),
    );
    console.log(
      `${email} is invited as ${role}. The mail leaves when the server runs; the link is good once, for 7 days:`,
    );
    console.log(invitationLink(config.publicUrl, token));
    return 0;
  });
}

export async function disable(given: string): Promise<ExitCode> {
  const email = addressOf(given);
  return onPortal(async (db, _config, now) => {
    const store = administratorsStore(db);
    const found = (await store.list()).find(({ username }) => username === email);
    if (!found) return refuse(`There is no administrator with the address ${email}.`);
    if (found.disabledAt !== null) {
      console.log(`${email} is disabled already.`);
      return 0;
    }
    const audit = auditAs('vitrine admin disable', now);
    const done = await store.update(found.id, { disabled: true }, undefined, now(), (trx) =>
      audit(trx, { subject: email, after: { disabled: true } }),
    );
    if (done === 'last owner')
      return refuse(
        `${email} is the last owner. Invite another first (${COMMAND} admin invite EMAIL --role owner).`,
      );
    if (typeof done === 'string') return refuse(`There is no administrator with the address ${email}.`);
    console.log(
      `${email} is disabled, and signed out everywhere. An owner may enable the account in the back office.`,
    );
    return 0;
  });
}

function refuse(words: string): ExitCode {
  console.error(`${words} Nothing was changed.`);
  return 1;
}

const secondFactorWords: Record<PasswordReset['secondFactor'], string> = {
  removed: 'Two-step sign-in is off now, and its recovery codes are gone.',
  stays: 'Two-step sign-in stays on: its code is still needed. With --second-factor it is turned off, too.',
  'was off': 'Two-step sign-in was not on.',
};

function describe(done: PasswordReset, publicUrl: string): void {
  console.log(`${done.name}, ${done.role}, ${done.username}`);
  console.log(`Sessions ended: ${done.sessionsEnded}.`);
  console.log(secondFactorWords[done.secondFactor]);
  console.log(
    'Within 24 hours, this link sets a new password, once. Until then the old one, if anybody knows it, is still good.',
  );
  console.log(invitationLink(publicUrl, done.token));
}

export async function reset(
  given: string,
  { secondFactor = false }: { secondFactor?: boolean },
): Promise<ExitCode> {
  const username = addressOf(given);
  return onPortal(async (db, { publicUrl }, now) => {
    const by = operator().name;
    const done = await resetAdministrator(db, username, {
      withSecondFactor: secondFactor,
      by,
      now: now(),
    });
    if (typeof done === 'object') {
      describe(done, publicUrl);
      return 0;
    }
    return refuse(
      done === 'unknown'
        ? `There is no administrator with the address ${username}.`
        : `${username} is disabled: an owner enables the account in the back office first.`,
    );
  });
}
