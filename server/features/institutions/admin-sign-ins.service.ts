import { confirmAdminSignIn } from '../../../contract/admin-institutions.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { exchangeSignIn, type SignInState } from '../../../contract/institutions.ts';
import type { SignedIn } from '../../../contract/session.ts';
import {
  hashToken,
  type Origin,
  type OwnAdminProof,
  type SecondFactor,
  type Sessions,
  type SignInLog,
} from '../../auth/index.ts';
import type { AdministratorsTable, Queries } from '../../database/index.ts';
import type { AdminIdentitiesStore } from './admin-identities.store.ts';
import type { Purpose } from './browser-cookie.ts';
import { signInOver, wrongCode } from './refusals.ts';
import type { SignInsStore } from './sign-ins.store.ts';
import { orRefused, type SignInRow } from './spend-ticket.store.ts';

interface Dependencies {
  store: AdminIdentitiesStore;
  signIns: Pick<SignInsStore, 'byTicket' | 'remove'>;
  /** Whether `OIDC_ADMINS` names the issuer. */
  isForAdmins: (issuer: string) => boolean;
  secondFactor: SecondFactor;
  ownAdminProof: OwnAdminProof;
  sessions: Sessions;
  logSignIn: SignInLog;
  now: () => number;
}

type Arrived = Pick<SignInState, 'outcome'> & Partial<Pick<SignInState, 'session' | 'ticket'>>;

/**
 * Signs administrators in by what they have linked. Nobody becomes one, or is linked, by an address (threat 40). Two
 * factors are needed: the provider's, as its ID token tells, or ours.
 */
export function adminSignInsService(given: Dependencies) {
  const { store, signIns, isForAdmins, secondFactor, ownAdminProof, sessions, logSignIn, now } = given;

  /**
   * @throws AppError 400 when the ticket is used, over, or was begun for something else
   */
  async function ticketed(ticket: string, purpose: Purpose): Promise<SignInRow> {
    const row = await signIns.byTicket(hashToken(ticket), purpose, now());
    if (!row || !isForAdmins(row.issuer)) throw signInOver();
    return row;
  }

  /** Begins the session; link and administrator are looked at again, and the ticket used, in its transaction. */
  async function begin(
    admin: AdministratorsTable,
    row: SignInRow,
    origin: Origin,
    by: { method: string; path: string },
  ): Promise<SignedIn> {
    const { id, name, username } = admin;
    const session = await orRefused(() =>
      sessions.begin('admin', id, origin, admin.password_hash, async (trx) => {
        if (!(await store.touch(trx, id, row, now()))) throw signInOver();
        await store.spend(trx, row.id);
        await logSignIn({ identity: 'admin', account: { id, name, username }, by, ip: origin.ip }, trx);
      }),
    );
    // The ticket was used meanwhile.
    if (typeof session === 'string') throw signInOver();
    return { ...session, name };
  }

  async function signIn(row: SignInRow, ticket: string, origin: Origin): Promise<Arrived> {
    const admin = isForAdmins(row.issuer) ? await store.holder(row) : undefined;
    const { ip } = origin;
    const refuse = async (
      outcome: Arrived['outcome'],
      failed: 'not linked' | 'disabled' | 'second factor',
    ) => {
      await logSignIn({ identity: 'admin', account: admin, failed, by: exchangeSignIn, ip });
      await signIns.remove(row.id);
      return { outcome };
    };
    if (!admin) return refuse('admin unknown', 'not linked');
    if (admin.disabled_at !== null) return refuse('admin disabled', 'disabled');
    if (row.second_factor === 1) {
      return { outcome: 'admin signed in', session: await begin(admin, row, origin, exchangeSignIn) };
    }
    if (admin.totp_secret === null) return refuse('admin one factor', 'second factor');
    return { outcome: 'admin code', ticket };
  }

  return {
    /** What a sign-in that was begun for the back office leads to. */
    async arrive(row: SignInRow, ticket: string, origin: Origin): Promise<Arrived> {
      if (row.purpose === 'admin') return signIn(row, ticket, origin);
      if (!(await store.holder(row))) return { outcome: 'admin link', ticket };
      await signIns.remove(row.id);
      return { outcome: 'admin linked' };
    },

    /**
     * @throws AppError 400 for a wrong code, or a ticket that is over; 429 after too many wrong codes
     */
    async confirm({ ticket, totp }: BodyOf<typeof confirmAdminSignIn>, origin: Origin): Promise<SignedIn> {
      const row = await ticketed(ticket, 'admin');
      const admin = await store.holder(row);
      if (!admin || admin.disabled_at !== null || admin.totp_secret === null) throw signInOver();
      const { id, name, username, totp_secret: secret } = admin;
      const take = (allowed: (on: Queries) => Promise<void>) =>
        secondFactor.takeIf(id, secret, totp, allowed);
      if (!(await ownAdminProof.limited(id, take))) {
        const account = { id, name, username };
        const failed = 'second factor';
        await logSignIn({ identity: 'admin', account, failed, by: confirmAdminSignIn, ip: origin.ip });
        throw wrongCode();
      }
      return begin(admin, row, origin, confirmAdminSignIn);
    },

    /** A ticket's sign-in, for linking it to the caller. */
    ticketed,
  };
}

export type AdminSignInsService = ReturnType<typeof adminSignInsService>;
