import type { UserStatus } from '../../contract/session.ts';

/** A signed-in ordinary user, as far as rules need one. */
export interface UserCaller {
  kind: 'user';
  id: string;
  email: string;
  firstName: string;
  familyName: string;
  /** `expired` once the approval's end has passed. */
  status: UserStatus;
  tokenHash: string;
}

export interface AdminCaller {
  kind: 'admin';
  id: string;
  username: string;
  name: string;
  role: string;
  /** The permission tags that the role grants. */
  tags: string[];
  tokenHash: string;
}

export type Caller = { kind: 'nobody' } | UserCaller | AdminCaller;

/** What a token turned out to be. `dead`: unknown, ended, or of somebody who is gone; of an unknown one nobody knows whose. */
export type Judged =
  | { state: 'live'; caller: UserCaller | AdminCaller }
  | { state: 'expired'; identity: 'user' | 'admin' }
  | { state: 'dead'; identity?: 'user' | 'admin' };

/** `background`: a call that the page makes by itself, which is no activity. */
export type Identify = (token: string, background?: boolean) => Promise<Judged>;
