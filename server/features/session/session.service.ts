import type { BodyOf } from '../../../contract/endpoint.ts';
import type { adminLogin, login, SignedIn, UserInfo } from '../../../contract/session.ts';
import type { Language } from '../../../texts/languages.ts';
import {
  type AdminCaller,
  checkPassword,
  type FailedLogins,
  type Identity,
  type Origin,
  type SecondFactor,
  type Sessions,
  type SignInLog,
  statusNow,
} from '../../auth/index.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import type { SignInStore } from './session.store.ts';

interface Dependencies {
  store: SignInStore;
  sessions: Sessions;
  failedLogins: FailedLogins;
  secondFactor: SecondFactor;
  /** Writes to the audit log. */
  logSignIn: SignInLog;
  now: () => number;
}

const wrong = () => new AppError(400, 'The e-mail address or the password is not right.');

/** Sign-in, sign-out, and the signed-in caller. */
export function sessionService(given: Dependencies) {
  const { store, sessions, failedLogins, secondFactor, logSignIn, now } = given;
  return {
    /**
     * Every status may sign in; downloads need approval (decisions §2).
     * @param origin IP address and user agent: for the limits on failures, and the list of sessions
     * @param language of the page, and of mails from now on
     * @throws AppError 400 for wrong credentials or a captcha that is needed, 429 after too many failures
     */
    login(
      { email, password, captcha }: BodyOf<typeof login>,
      origin: Origin,
      language: Language,
    ): Promise<SignedIn> {
      return failedLogins.guard(
        { identity: 'user', account: email, ip: origin.ip, captcha },
        async (judge) => {
          const user = await store.userByEmail(email.trim().toLowerCase());
          const name = user ? `${user.first_name} ${user.family_name}` : '';
          const signIn = { identity: 'user', account: user && { id: user.id, name }, ip: origin.ip } as const;
          const right = await checkPassword(password, user?.password_hash, 'user');
          await judge(right && user !== undefined);
          if (!right || !user) {
            await logSignIn({ ...signIn, failed: 'password' });
            throw wrong();
          }
          const session = await sessions.begin('user', user.id, origin, user.password_hash, async (trx) => {
            await logSignIn(signIn, trx);
            await store.noteLanguage(trx, user.id, language);
          });
          return { ...session, name };
        },
      );
    },

    /**
     * The same for administrators.
     * @throws AppError 400 also with the field `totp`, but only after a correct password
     */
    adminLogin(body: BodyOf<typeof adminLogin>, origin: Origin): Promise<SignedIn> {
      const { username, password, totp, captcha } = body;
      const attempt = { identity: 'admin' as const, account: username, ip: origin.ip, captcha };
      return failedLogins.guard(attempt, async (judge) => {
        const admin = await store.administratorByName(username.trim().toLowerCase());
        const account = admin && { id: admin.id, name: admin.name, username: admin.username };
        const signIn = { identity: 'admin', account, ip: origin.ip } as const;
        const right = await checkPassword(password, admin?.password_hash, 'admin');
        await judge(right && admin !== undefined);
        if (!right || !admin) {
          await logSignIn({ ...signIn, failed: 'password' });
          throw wrong();
        }
        if (admin.totp_secret !== null) {
          // Not a failure: the page cannot know beforehand whether a code is needed.
          if (!totp) throw invalid('totp', 'Enter the code of your authenticator app, or a recovery code.');
          const isCode = await secondFactor.takeIf(admin.id, admin.totp_secret, totp, (trx) =>
            judge(true, trx),
          );
          if (!isCode) {
            await judge(false);
            await logSignIn({ ...signIn, failed: 'second factor' });
            throw invalid('totp', 'This code is wrong or was used already. Wait for the next one.');
          }
        }
        const session = await sessions.begin('admin', admin.id, origin, admin.password_hash, (trx) =>
          logSignIn(signIn, trx),
        );
        return { ...session, name: admin.name };
      });
    },

    refresh: (token: string, identity: Identity) => sessions.refresh(token, identity),

    logout: (tokenHash: string) => sessions.end(tokenHash),

    async userInfo(id: string): Promise<UserInfo> {
      const user = await store.user(id);
      if (!user) throw new AppError(401, 'Please sign in first.');
      return {
        id: user.id,
        email: user.email,
        firstName: user.first_name,
        familyName: user.family_name,
        affiliation: user.affiliation,
        avatar: null,
        introduction: user.purpose,
        roles: ['user'],
        permisaction: [],
        status: statusNow(user.status, user.approved_until, now()),
        statusReason: user.status_reason,
        appliedAt: iso(user.applied_at),
        reviewedAt: iso(user.reviewed_at),
        approvedUntil: iso(user.approved_until),
      };
    },

    adminInfo: ({ id, username, name, role, tags }: AdminCaller): UserInfo => ({
      id,
      email: username,
      firstName: name,
      familyName: '',
      affiliation: '',
      avatar: null,
      introduction: '',
      roles: [role],
      permisaction: tags,
      status: 'approved',
      statusReason: null,
      appliedAt: null,
      reviewedAt: null,
      approvedUntil: null,
    }),
  };
}
