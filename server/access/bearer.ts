import type { UserStatus } from '../../contract/session.ts';
import type { Identify, PersonalTokens, Tickets } from '../auth/index.ts';

/** The credentials of a request. */
export interface Proof {
  /** A session, a ticket or a personal token: from the query, or else from `Authorization: Bearer`. */
  token: string | undefined;
  /** The password of HTTP Basic, where only a personal token is accepted (decisions §2). */
  password: string | undefined;
}

/** How the user authenticated: goes into the record. */
export type Via = 'ticket' | 'session' | 'token';

/** The user of a credential. */
export interface UserBearer {
  userId: string;
  via: Via;
  /** For a ticket: the only dataset that it opens. */
  datasetId?: string;
  /** The user's status, where authenticating has already loaded it. */
  status?: UserStatus;
}

/** A guest: session and ticket open one dataset. */
export interface GuestBearer {
  linkId: string;
  linkName: string;
  via: Via;
  datasetId: string;
}

export type Bearer = UserBearer | GuestBearer;

interface Dependencies {
  identify: Identify;
  tickets: Pick<Tickets, 'looksLike' | 'check'>;
  personalTokens: Pick<PersonalTokens, 'looksLike' | 'check'>;
}

/** Whose credentials these are; undefined where they are nobody's. */
export function bearers({ identify, tickets, personalTokens }: Dependencies) {
  return async (proof: Proof): Promise<Bearer | 'administrator' | undefined> => {
    const token = proof.token ?? proof.password;
    if (token === undefined) return undefined;
    if (personalTokens.looksLike(token)) {
      const found = await personalTokens.check(token);
      return found && { ...found, via: 'token' };
    }
    if (proof.token === undefined) return undefined;
    if (tickets.looksLike(token)) {
      const ticket = await tickets.check(token);
      return ticket && { ...ticket, via: 'ticket' };
    }
    const judged = await identify(token);
    if (judged.state !== 'live') return undefined;
    const { caller } = judged;
    if (caller.kind === 'admin') return 'administrator';
    if (caller.kind === 'user') return { userId: caller.id, via: 'session' };
    const { id: linkId, linkName, datasetId } = caller;
    return { linkId, linkName, datasetId, via: 'session' };
  };
}

export type FindBearer = ReturnType<typeof bearers>;
