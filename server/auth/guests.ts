import type { ReviewerLinksTable } from '../database/index.ts';
import { AppError } from '../shared/errors.ts';
import type { GuestCaller, Judged } from './caller.ts';
import type { FoundLink, GuestStore } from './guests.store.ts';
import { hashToken, newToken } from './tokens.ts';

/** Prefix of a guest's session token and ticket: of no other token (threat 3). */
export const GUEST_PREFIX = 'vtg_';
/** ms that a session lasts, and a ticket at most; the link opens another. */
export const GUEST_LIFE = 12 * 3_600_000;

export const isGuestToken = (token: string): boolean => token.startsWith(GUEST_PREFIX);

type Link = Pick<ReviewerLinksTable, 'revoked_at' | 'expires_at'>;

/** Whether a link opens nothing any more. */
export const isLinkOver = ({ revoked_at, expires_at }: Link, now: number): boolean =>
  revoked_at !== null || expires_at <= now;

/** Whether its version was removed. */
const isGone = ({ status, trashed_at }: Pick<FoundLink, 'status' | 'trashed_at'>): boolean =>
  status === null || trashed_at !== null;

/** What a guest is told of their link. Times in ms. */
export interface OpenReview {
  datasetId: string;
  name: string;
  until: number;
  sessionUntil: number;
}

/**
 * Sessions of who opens a reviewer link (access.md). A session holds as long as its link does: a revoked link has none
 * left. Neither address nor user agent is kept.
 */
export function guests(store: GuestStore, now: () => number) {
  const over = () =>
    new AppError(410, 'This reviewer link has ended. Ask whoever gave it to you for another one.');

  return {
    /**
     * Begins a session for whoever has the secret of a link.
     * @throws AppError 404 for the secret of no link, 410 for a link that is over, or whose version is
     */
    async begin(secret: string): Promise<OpenReview & { token: string }> {
      const link = await store.bySecret(hashToken(secret));
      if (!link)
        throw new AppError(
          404,
          'No reviewer link has this address. Check that the whole of it was copied, or ask for it again.',
        );
      if (isLinkOver(link, now()) || isGone(link)) throw over();
      if (link.status === 'withdrawn')
        throw new AppError(
          410,
          'The dataset of this reviewer link was withdrawn. There is nothing to review.',
        );
      const token = GUEST_PREFIX + newToken();
      const sessionUntil = Math.min(now() + GUEST_LIFE, link.expires_at);
      await store.begin(hashToken(token), link.id, now(), sessionUntil);
      return { token, datasetId: link.dataset_id, name: link.name, until: link.expires_at, sessionUntil };
    },

    async identify(token: string): Promise<Judged> {
      const tokenHash = hashToken(token);
      const found = await store.session(tokenHash);
      if (!found) return { state: 'dead' };
      if (found.ended_at !== null || isLinkOver(found, now()) || isGone(found))
        return { state: 'dead', identity: 'guest' };
      if (found.session_until <= now()) return { state: 'expired', identity: 'guest' };
      const { id, name: linkName, dataset_id: datasetId } = found;
      return { state: 'live', caller: { kind: 'guest', id, linkName, datasetId, tokenHash } };
    },

    /** Whether this is a token of a session, over or not. */
    isKnown: async (token: string): Promise<boolean> => (await store.session(hashToken(token))) !== undefined,

    /** What a live session opens. */
    async review({ tokenHash }: GuestCaller): Promise<OpenReview> {
      const found = await store.session(tokenHash);
      if (!found) throw over();
      const { dataset_id: datasetId, name, expires_at: until, session_until: sessionUntil } = found;
      return { datasetId, name, until, sessionUntil };
    },

    end: ({ tokenHash }: GuestCaller): Promise<void> => store.end(tokenHash, now()),
  };
}

export type Guests = ReturnType<typeof guests>;
