import type { UserStatus } from '../../contract/session.ts';

/** A signed-in ordinary user, as far as authorisation needs one. */
export interface UserCaller {
  kind: 'user';
  id: string;
  email: string;
  firstName: string;
  familyName: string;
  /** `expired` after the approval's end. */
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

/** Who opened a reviewer link: nobody's name, and one version. */
export interface GuestCaller {
  kind: 'guest';
  /** The link's id: guests of one link are not told apart. */
  id: string;
  linkName: string;
  datasetId: string;
  tokenHash: string;
}

export type Caller = { kind: 'nobody' } | UserCaller | AdminCaller | GuestCaller;

/**
 * Result of checking a token. `dead`: unknown, ended, or of a deleted or disabled account; the identity of an unknown
 * token is unknown.
 */
export type Judged =
  | { state: 'live'; caller: UserCaller | AdminCaller | GuestCaller }
  | { state: 'expired'; identity: 'user' | 'admin' | 'guest' }
  | { state: 'dead'; identity?: 'user' | 'admin' | 'guest' };

/** `background`: a call made by the page without the person, which does not extend the idle time. */
export type Identify = (token: string, background?: boolean) => Promise<Judged>;
