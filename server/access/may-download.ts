import type { UserStatus } from '../../contract/session.ts';
import type { Identify, PersonalTokens, Tickets } from '../auth/index.ts';
import { AppError } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import type { AccessStore } from './access.store.ts';
import type { FoundObject, RequestedObject } from './found-object.ts';

const KEPT_FOR = 30 * 86_400_000;

interface Dependencies {
  store: AccessStore;
  identify: Identify;
  tickets: Tickets;
  personalTokens: PersonalTokens;
  /** @throws AppError 503 while downloads are closed (a portal restored from a backup) */
  assertOpen: () => Promise<void>;
  now: () => number;
}

/** The credentials of a download request. */
export interface Proof {
  /** A session, a ticket or a personal token: from the query, or else from `Authorization: Bearer`. */
  token: string | undefined;
  /** The password of HTTP Basic, where only a personal token is accepted (decisions §2). */
  password: string | undefined;
}

type DownloadRequest = Proof & RequestedObject;

/** How the user authenticated: goes into the record. */
export type Via = 'ticket' | 'session' | 'token';

/** An object that may be sent, and the user to send it to. */
export interface PermittedDownload {
  object: FoundObject;
  userId: string;
  via: Via;
}

/** The user of a credential. */
interface Bearer {
  userId: string;
  via: Via;
  /** For a ticket: the only dataset that it opens. */
  datasetId?: string;
  /** The user's status, where authenticating has already loaded it. */
  status?: UserStatus;
}

const signInFirst = () =>
  new AppError(401, 'Please sign in to download, or fetch a new link from the dataset page.');

const withdrawn = () => new AppError(410, 'This dataset was withdrawn and can no longer be downloaded.');
const otherDataset = () =>
  new AppError(403, 'This link is for another dataset. Fetch a new one from the dataset page.');

/** The refusal by account status. */
const refusals: Partial<Record<string, Message>> = {
  pending: 'Your application is still being reviewed. You can download once it is approved.',
  needs_info: 'Your application needs more information before you can download.',
  rejected: 'Your application was not approved.',
  suspended: 'Your access is suspended.',
  expired: 'Your approval has expired. Please apply again.',
};

/**
 * Authorises a download, in this order: 401, 403 identity or status, 404, 410, 403 ticket (decisions §1), 403 embargo
 * (releases.md).
 * @throws AppError with the remedy for the person
 */
export function downloadJudge({ store, identify, tickets, personalTokens, assertOpen, now }: Dependencies) {
  async function who(proof: Proof): Promise<Bearer> {
    const token = proof.token ?? proof.password;
    if (token === undefined) throw signInFirst();
    if (personalTokens.looksLike(token)) {
      const found = await personalTokens.check(token);
      if (!found) throw signInFirst();
      return { ...found, via: 'token' };
    }
    if (proof.token === undefined) throw signInFirst();
    if (tickets.looksLike(token)) {
      const ticket = await tickets.check(token);
      if (!ticket) throw signInFirst();
      return { ...ticket, via: 'ticket' };
    }
    const judged = await identify(token);
    if (judged.state !== 'live') throw signInFirst();
    if (judged.caller.kind !== 'user') {
      throw new AppError(403, 'Downloads need a user account, not an administrator.');
    }
    return { userId: judged.caller.id, via: 'session' };
  }

  /**
   * Decisions §4: the dataset is published, and the file is still being hashed.
   * @param only the dataset that the ticket opens, if it is a ticket
   */
  async function assertNotComingIn(wanted: RequestedObject, only: string | undefined): Promise<void> {
    const found = await store.comingIn(wanted);
    if (found?.status === 'withdrawn') throw withdrawn();
    if (found?.status !== 'published') return;
    if (only !== undefined && only !== found.datasetId) throw otherDataset();
    throw new AppError(
      503,
      'This file is being prepared: its checksum is computed first. Please come back later.',
      {
        retryAfter: 30,
      },
    );
  }

  async function judge(request: DownloadRequest): Promise<PermittedDownload> {
    await assertOpen();
    const bearer = await who(request);
    const status = bearer.status ?? (await store.userStatus(bearer.userId, now()));
    if (status === undefined) throw signInFirst();
    if (status !== 'approved') throw new AppError(403, refusals[status] ?? 'You may not download.');
    const object = await store.object(request);
    if (!object) await assertNotComingIn(request, bearer.datasetId);
    if (!object || object.status === 'draft') throw new AppError(404, 'This file was not found.');
    if (object.status === 'withdrawn') {
      throw withdrawn();
    }
    if (object.supersededAt !== null && object.supersededAt <= now() - KEPT_FOR) {
      throw new AppError(410, 'This link is for an old revision. Fetch a new one from the dataset page.');
    }
    if (bearer.datasetId !== undefined && bearer.datasetId !== object.datasetId) {
      throw otherDataset();
    }
    const { embargoUntil } = object;
    if (embargoUntil !== null && now() < Date.parse(`${embargoUntil}T00:00:00Z`)) {
      throw new AppError(403, `The files of this version are handed out from ${embargoUntil} on (UTC).`);
    }
    return { object, userId: bearer.userId, via: bearer.via };
  }

  return judge;
}

export type JudgeDownload = ReturnType<typeof downloadJudge>;
