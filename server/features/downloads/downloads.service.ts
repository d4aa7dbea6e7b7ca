import type { UserStatus } from '../../../contract/session.ts';
import { AppError } from '../../errors.ts';
import type { Identify } from '../../identity/caller.ts';
import type { PersonalTokens } from '../../identity/personal-tokens.ts';
import type { Tickets } from '../../identity/tickets.ts';
import type { Message } from '../../messages.ts';
import type { DownloadsStore } from './downloads.store.ts';
import type { FoundObject, WantedObject } from './found-object.ts';
import { integrityLine } from './integrity.ts';
import type { Downloader } from './record-keeping.store.ts';

const KEPT_FOR = 30 * 86_400_000;

interface Dependencies {
  store: DownloadsStore;
  identify: Identify;
  tickets: Tickets;
  personalTokens: PersonalTokens;
  /** Has a ZIP's own hash made soon. */
  hashSoon: (object: FoundObject) => void;
  now: () => number;
}

/** What a request for bytes proves itself with. */
export interface Proof {
  /** A session, a ticket or a personal token: from the query, or else from `Authorization: Bearer`. */
  token: string | undefined;
  /** Of HTTP Basic, where a personal token is taken and nothing else (decisions §2). */
  password: string | undefined;
}

type Wanted = Proof & WantedObject;

interface Asking {
  userId: string;
  via: Downloader['via'];
  /** A ticket's: the only dataset that it opens. */
  datasetId?: string;
  /** Of the user, where finding out who it is has told it. */
  status?: UserStatus;
}

const signInFirst = () =>
  new AppError(401, 'Please sign in to download, or fetch a new link from the dataset page.');

const withdrawn = () => new AppError(410, 'This dataset was withdrawn and can no longer be downloaded.');
const otherDataset = () =>
  new AppError(403, 'This link is for another dataset. Fetch a new one from the dataset page.');

const words: Partial<Record<string, Message>> = {
  pending: 'Your application is still being reviewed. You can download once it is approved.',
  needs_info: 'Your application needs more information before you can download.',
  rejected: 'Your application was not approved.',
  suspended: 'Your access is suspended.',
  expired: 'Your approval has expired. Please apply again.',
};

/** Who gets which bytes. Judged in this order: 401, 403 identity or status, 404, 410, 403 ticket (decisions §1). */
export function downloadsService(given: Dependencies) {
  const { store, identify, tickets, personalTokens, hashSoon, now } = given;

  async function who(proof: Proof): Promise<Asking> {
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
   * Decisions §4: published, and its files are still being hashed.
   * @param only the dataset that the ticket opens, if it is a ticket
   */
  async function assertNotComingIn(wanted: WantedObject, only: string | undefined): Promise<void> {
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

  async function find(
    wanted: Wanted,
  ): Promise<{ object: FoundObject; userId: string; via: Downloader['via'] }> {
    const asking = await who(wanted);
    const status = asking.status ?? (await store.userStatus(asking.userId, now()));
    if (status === undefined) throw signInFirst();
    if (status !== 'approved') throw new AppError(403, words[status] ?? 'You may not download.');
    const object = await store.object(wanted);
    if (!object) await assertNotComingIn(wanted, asking.datasetId);
    if (!object || object.status === 'draft') throw new AppError(404, 'This file was not found.');
    if (object.status === 'withdrawn') {
      throw withdrawn();
    }
    if (object.supersededAt !== null && object.supersededAt <= now() - KEPT_FOR) {
      throw new AppError(410, 'This link is for an old revision. Fetch a new one from the dataset page.');
    }
    if (asking.datasetId !== undefined && asking.datasetId !== object.datasetId) {
      throw otherDataset();
    }
    return { object, userId: asking.userId, via: asking.via };
  }

  return {
    find,

    /**
     * The integrity file of an object.
     * @throws AppError 503 while a ZIP's own hash is not there yet; asking puts it first in the queue
     */
    async integrity(wanted: Wanted): Promise<{ fileName: string; text: string }> {
      const { object } = await find(wanted);
      if (object.sha256 === null) {
        hashSoon(object);
        throw new AppError(
          503,
          'The checksum of this archive is being computed. Please try again in a moment.',
          {
            retryAfter: 5,
          },
        );
      }
      return integrityLine(object.path, object.sha256);
    },
  };
}

export type DownloadsService = ReturnType<typeof downloadsService>;
