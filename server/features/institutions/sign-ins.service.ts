import type { BodyOf, DataOf } from '../../../contract/endpoint.ts';
import {
  confirmSignIn,
  exchangeSignIn,
  registerBySignIn,
  type SignInState,
  type sendSignInCode,
} from '../../../contract/institutions.ts';
import type { SignedIn } from '../../../contract/session.ts';
import {
  type Caller,
  hashToken,
  type MailedCodes,
  newToken,
  type Origin,
  type OwnProofCheck,
  type Sessions,
  type SignInLog,
} from '../../auth/index.ts';
import type { UsersTable } from '../../database/index.ts';
import { codeMail, type SiteOf } from '../../mail/index.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import type { AdminSignInsService } from './admin-sign-ins.service.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import { assertLinked, signInOver } from './refusals.ts';
import type { SignInsStore } from './sign-ins.store.ts';
import type { SignInRow } from './spend-ticket.store.ts';

/** From the exchange to the end: time for a mailed code and a form. */
const TICKET_LIFE = 30 * 60_000;

interface Dependencies {
  store: SignInsStore;
  cookie: BrowserCookie;
  /** The provider's name by its issuer. */
  nameOf: (issuer: string) => string;
  codes: MailedCodes;
  ownProof: OwnProofCheck;
  sessions: Sessions;
  logSignIn: SignInLog;
  site: SiteOf;
  /** What a sign-in that was begun for the back office leads to. */
  arriveAsAdmin: AdminSignInsService['arrive'];
  now: () => number;
}

type User = Pick<UsersTable, 'id' | 'first_name' | 'family_name' | 'password_hash'>;

/** What the page does with a sign-in that the provider has confirmed: signs in, links, or registers. */
export function signInsService(given: Dependencies) {
  const { store, cookie, nameOf, codes, ownProof, sessions, logSignIn, now } = given;

  const ticketed = async (ticket: string): Promise<SignInRow> => {
    const row = await store.byTicket(hashToken(ticket), 'user', now());
    if (!row) throw signInOver();
    return row;
  };

  const state = (row: SignInRow, next: Pick<SignInState, 'outcome'> & Partial<SignInState>): SignInState => ({
    institution: nameOf(row.issuer),
    redirect: null,
    session: null,
    ticket: null,
    email: row.email,
    firstName: row.first_name,
    familyName: row.family_name,
    affiliation: row.affiliation,
    subject: row.subject,
    secondFactor: row.second_factor === 1,
    ...next,
  });

  /** Begins the session of a linked person; the link is looked at again in its transaction. */
  async function begin(
    user: User,
    row: SignInRow,
    origin: Origin,
    by: { method: string; path: string },
  ): Promise<SignedIn> {
    const name = `${user.first_name} ${user.family_name}`;
    const session = await sessions.begin('user', user.id, origin, user.password_hash, async (trx) => {
      if (!(await store.touch(trx, user.id, row, now()))) throw signInOver();
      await logSignIn({ identity: 'user', account: { id: user.id, name }, by, ip: origin.ip }, trx);
    });
    return { ...session, name };
  }

  /** What an address that is proved leads to. */
  const atAddress = async (row: SignInRow, ticket: string): Promise<SignInState> => {
    const { email } = row;
    if (email === null) return state(row, { outcome: 'address', ticket });
    return state(row, { outcome: (await store.userByEmail(email)) ? 'confirm' : 'register', ticket });
  };

  return {
    /**
     * @param cookies the request's: without that of the browser which began, the code is useless
     * @throws AppError 400 for a code that is used, over or of another browser; 409 when the person has another account
     */
    async exchange(
      { code }: BodyOf<typeof exchangeSignIn>,
      cookies: string | undefined,
      caller: Caller,
      origin: Origin,
    ): Promise<SignInState> {
      const begun = cookie.read(cookies);
      const ticket = newToken();
      const row =
        begun &&
        (await store.take(
          {
            codeHash: hashToken(code),
            browserHash: hashToken(begun.browser),
            ticketHash: hashToken(ticket),
          },
          now(),
          now() + TICKET_LIFE,
        ));
      if (!row) throw signInOver();
      const { redirect } = begun;
      if (row.purpose === 'admin' || row.purpose === 'admin-link') {
        return state(row, { ...(await given.arriveAsAdmin(row, ticket, origin)), redirect });
      }
      const identity = await store.identity(row);
      if (!identity) {
        const next =
          caller.kind === 'user' ? state(row, { outcome: 'link', ticket }) : await atAddress(row, ticket);
        return { ...next, redirect };
      }
      await store.remove(row.id);
      if (caller.kind === 'user') {
        if (identity.user_id !== caller.id) assertLinked('taken');
        return state(row, { outcome: 'linked', redirect });
      }
      const user = await store.user(identity.user_id);
      if (!user) throw signInOver();
      return state(row, {
        outcome: 'signed in',
        redirect,
        session: await begin(user, row, origin, exchangeSignIn),
      });
    },

    /**
     * Over the address's limit nothing more is sent and earlier codes stay valid, as everywhere.
     * @throws AppError 400
     */
    async sendCode({ ticket, email }: BodyOf<typeof sendSignInCode>, ip: string): Promise<void> {
      const address = (await ticketed(ticket)).email ?? email;
      if (address === undefined) throw invalid('email', 'Enter your e-mail address.');
      if (await codes.isOverLimit(address, ip)) return;
      const site = await given.site();
      const mail = (code: string) => codeMail(site, address, 'confirm', code);
      await codes.send({ email: address, purpose: 'confirm', mail, useful: true, leaves: true }, ip);
    },

    /**
     * Links the account of the address and signs in; with a code for an address that has no account, goes on to
     * register. Never by name: only a proof of the account, or of its address, links it (threat 40).
     * @throws AppError 400 for a wrong password or code, 403, 409
     */
    async confirm(
      { ticket, email, ...proof }: BodyOf<typeof confirmSignIn>,
      origin: Origin,
    ): Promise<SignInState> {
      const row = await ticketed(ticket);
      const proved = { ...row };
      let spend: Parameters<SignInsStore['link']>[3] = async () => {};
      if (row.email === null) {
        if (email === undefined) throw invalid('email', 'Enter your e-mail address.');
        const codeId =
          proof.validCode === undefined ? undefined : await codes.find(email, 'confirm', proof.validCode);
        if (codeId === undefined || !(await codes.use(codeId))) throw codes.wrong();
        await store.setEmail(row.id, email);
        proved.email = email;
      }
      const user = await store.userByEmail(proved.email ?? '');
      if (!user) return state(proved, { outcome: 'register', ticket });
      if (row.email !== null) spend = (await ownProof(user.id, proof)).spend;
      assertLinked(await store.link(user.id, row, now(), spend));
      return state(proved, {
        outcome: 'signed in',
        session: await begin(user, row, origin, confirmSignIn),
      });
    },

    /**
     * Registers with the proved address: an application like any other, of an account without a password.
     * @throws AppError 400, 403, 409
     */
    async register(
      { ticket, country, ...form }: BodyOf<typeof registerBySignIn>,
      origin: Origin,
    ): Promise<DataOf<typeof registerBySignIn>> {
      const row = await ticketed(ticket);
      const { email } = row;
      if (email === null) throw invalid('email', 'Enter your e-mail address.');
      const person = { ...form, email, passwordHash: '', country: country ?? null };
      const made = await store.register(row, person, now());
      if (made === 'taken') {
        throw conflict('This address has an account meanwhile. Please start the sign-in again.');
      }
      if (typeof made === 'string') throw signInOver();
      const user = {
        id: made.id,
        first_name: form.firstName,
        family_name: form.familyName,
        password_hash: '',
      };
      return {
        // A suspension is disclosed only on the account's own page.
        status: made.status === 'approved' ? 'approved' : 'pending',
        email,
        session: await begin(user, row, origin, registerBySignIn),
      };
    },

    /** A ticket's sign-in, for linking it to the caller's account. */
    ticketed,
  };
}

export type SignInsService = ReturnType<typeof signInsService>;
