import { useSyncExternalStore } from 'react';
import { getUserInfo, logout, type UserInfo } from '../../contract/session.ts';
import { CallError, call } from '../api/call.ts';
import { failureWords } from '../api/failure-words.ts';
import { paths } from '../paths.ts';
import { createStore } from '../ui/store.ts';
import { clearToken, endUserSession, readToken } from './tokens.ts';

export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'loading' }
  | { kind: 'signed in'; user: UserInfo }
  /** A token exists, but the user info could not be loaded; `why` is for people. */
  | { kind: 'unknown'; why: string };

const anonymous: Visitor = { kind: 'anonymous' };
const visitor = createStore<Visitor | undefined>(undefined);

const become = (next: Visitor) => {
  delete document.documentElement.dataset.expected;
  visitor.set(next);
};

/** §2: the user info is loaded when a user token exists; §4: a response without data clears the token. */
async function ask(): Promise<void> {
  try {
    const user = await call(getUserInfo);
    if (user) return showUser(user);
    clearToken('user');
    become(anonymous);
  } catch (error) {
    const why = error instanceof CallError ? failureWords(error) : String(error);
    become(readToken('user') ? { kind: 'unknown', why } : anonymous);
  }
}

/** Reloads the user info, after a sign-in or when an application's status may have changed. */
export function refreshVisitor(): Promise<void> {
  if (readToken('user')) return ask();
  become(anonymous);
  return Promise.resolve();
}

/** Sets the user info that another call has returned. */
export const showUser = (user: UserInfo): void => become({ kind: 'signed in', user });

/** Loads the user info on first use. A reviewer is nobody, whoever is signed in here: no call may tell who looks. */
function current(): Visitor {
  if (location.pathname === paths.review) return anonymous;
  const known = visitor.get();
  if (known) return known;
  const first: Visitor = readToken('user') ? { kind: 'loading' } : anonymous;
  visitor.set(first);
  if (first.kind === 'loading') void ask();
  return first;
}

/** The visitor. Pages rendered on the server are always those of the anonymous visitor. */
export const useVisitor = (): Visitor => useSyncExternalStore(visitor.subscribe, current, () => anonymous);

/** §3: first name and family name joined by a space. */
export const fullName = ({ firstName, familyName }: UserInfo): string => `${firstName} ${familyName}`;

/** §4 and §2: the session ends on both sides, then the page is reloaded. */
export async function signOut(): Promise<void> {
  try {
    await call(logout, { quiet: 'even expired' });
  } catch {
    // The token is cleared here whatever the server responds; there it expires within the hour.
  }
  endUserSession();
  location.reload();
}
