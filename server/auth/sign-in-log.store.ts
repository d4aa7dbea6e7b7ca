import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { adminLogin, login } from '../../contract/session.ts';
import type { Db, Queries } from '../database/index.ts';
import { addressKey } from '../shared/address-key.ts';
import { auditRow } from './audit.store.ts';
import { aboutUser, type Change } from './audit.ts';
import type { Identity } from './session.store.ts';

const MINUTE = 60_000;
/** Entries of failed sign-ins that one server process begins within a minute; the rest share one entry. */
const MOST_FAILED = 100;

/** One sign-in, successful or not. */
export interface SignIn {
  identity: Identity;
  /** Undefined: no such account. The typed name is not kept: it may be a password in the wrong field. */
  account: { id: string; name: string; username?: string } | undefined;
  /** What was wrong. */
  failed?: 'password' | 'second factor' | 'not linked' | 'disabled';
  /** The call that signed in, when it was not that of the password. */
  by?: { method: string; path: string };
  ip: string;
}

const calls = { user: login, admin: adminLogin };

function changeOf({ identity, account, failed }: SignIn): Change {
  const after = failed && { failed };
  if (!account) return { subject: 'an account that does not exist', after };
  return {
    ...(identity === 'user' ? aboutUser(account.id) : { subject: account.username ?? account.name }),
    after,
  };
}

/**
 * Writes sign-ins to the audit log, failed ones too: those of an account from one address within a minute share an
 * entry with a counter, so that a flood cannot fill the log.
 */
export function signInLog(db: Db, now: () => number) {
  /** Failed sign-ins of the current minute. */
  let begun = { minute: 0, entries: new Set<string>() };

  function isOneTooMany(key: string, minute: number): boolean {
    if (begun.minute !== minute) begun = { minute, entries: new Set() };
    if (begun.entries.has(key)) return false;
    if (begun.entries.size >= MOST_FAILED) return true;
    begun.entries.add(key);
    return false;
  }

  /** @param on the session's own transaction: both are committed or neither */
  return async (signIn: SignIn, on: Queries = db): Promise<void> => {
    const { identity, account, failed, ip } = signIn;
    const at = now();
    const minute = Math.floor(at / MINUTE);
    // Ways in are told apart: an entry names one call.
    const way = signIn.by ? [signIn.by.path] : [];
    const key = JSON.stringify([identity, account?.id, failed, addressKey(ip), minute, ...way]);
    const together = failed !== undefined && isOneTooMany(key, minute);
    const { method, path } = signIn.by ?? calls[identity];
    const noted = {
      id: createHash('sha256')
        .update(together ? `${identity} ${minute}` : key)
        .digest('hex'),
      at,
      admin: identity === 'admin' && !failed ? account : undefined,
      action: `${method} ${path}${failed ? ' (failed)' : ''}`,
      change: together ? { subject: 'further accounts and addresses' } : changeOf(signIn),
      ip: together ? '' : ip,
    };
    const write = async (trx: Queries): Promise<void> => {
      await trx
        .insertInto('audit')
        .values(await auditRow(trx, noted))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ times: sql<number>`coalesce(audit.times, 1) + 1` }),
        )
        .execute();
    };
    await (on === db ? db.transaction().execute(write) : write(on));
  };
}

export type SignInLog = ReturnType<typeof signInLog>;
