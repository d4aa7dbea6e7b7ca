import type { SignedIn, UserInfo } from '../../../contract/session.ts';
import { AppError } from '../../errors.ts';
import type { AdminCaller } from '../../identity/caller.ts';
import type { FailedLogins } from '../../identity/failed-logins.ts';
import { checkPassword } from '../../identity/passwords.ts';
import { statusNow } from '../../identity/session.store.ts';
import type { Sessions } from '../../identity/sessions.ts';
import { iso } from '../../time.ts';
import type { SignInStore } from './session.store.ts';

interface Dependencies {
  store: SignInStore;
  sessions: Sessions;
  failedLogins: FailedLogins;
  now: () => number;
}

const wrong = () => new AppError(400, 'The e-mail address or the password is not right.');

/** Signing in and out, and who is signed in. */
export function sessionService({ store, sessions, failedLogins, now }: Dependencies) {
  return {
    /**
     * Every status may sign in; downloads need approval (decisions §2).
     * @param address of the caller, for the limit on failures
     * @throws AppError 400 for wrong credentials, 429 after too many
     */
    async login(email: string, password: string, address: string): Promise<SignedIn> {
      failedLogins.check(address);
      const user = await store.userByEmail(email.trim().toLowerCase());
      if (!(await checkPassword(password, user?.password_hash, 'user')) || !user) {
        failedLogins.add(address);
        throw wrong();
      }
      const session = await sessions.begin('user', user.id);
      return { ...session, name: `${user.first_name} ${user.family_name}` };
    },

    async adminLogin(username: string, password: string, address: string): Promise<SignedIn> {
      failedLogins.check(address);
      const admin = await store.administratorByName(username.trim().toLowerCase());
      if (!(await checkPassword(password, admin?.password_hash, 'admin')) || !admin) {
        failedLogins.add(address);
        throw wrong();
      }
      return { ...(await sessions.begin('admin', admin.id)), name: admin.name };
    },

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
