import { AppError } from '../../errors.ts';
import type { Identify } from '../../identity/caller.ts';
import type { PersonalTokens } from '../../identity/personal-tokens.ts';
import type { Tickets } from '../../identity/tickets.ts';
import type { Downloader, DownloadsStore, FoundObject } from './downloads.store.ts';
import { integrityLine } from './integrity.ts';

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

interface Wanted extends Proof {
  /** Absent for integrity files, whose path alone says where they belong. */
  datasetId?: string | undefined;
  path: string;
  revision: string | undefined;
}

const signInFirst = () =>
  new AppError(401, 'Please sign in to download, or fetch a new link from the dataset page.');

const words: Partial<Record<string, string>> = {
  pending: 'Your application is still being reviewed. You can download once it is approved.',
  needs_info: 'Your application needs more information before you can download.',
  rejected: 'Your application was not approved.',
  suspended: 'Your access is suspended.',
  expired: 'Your approval has expired. Please apply again.',
};

/** Who gets which bytes. Judged in this order: 401, 403 identity or status, 404, 410, 403 ticket (decisions §1). */
export function downloadsService(given: Dependencies) {
  const { store, identify, tickets, personalTokens, hashSoon, now } = given;

  /** Whose request it is. `datasetId`: the only one that the ticket opens. */
  async function who(proof: Proof): Promise<{ userId: string; datasetId?: string; via: Downloader['via'] }> {
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

  async function find(
    wanted: Wanted,
  ): Promise<{ object: FoundObject; userId: string; via: Downloader['via'] }> {
    const asking = await who(wanted);
    const status = await store.userStatus(asking.userId, now());
    if (status === undefined) throw signInFirst();
    if (status !== 'approved') throw new AppError(403, words[status] ?? 'You may not download.');
    const place = await store.place(wanted.path, wanted.datasetId);
    const object = place && (await store.object(place, wanted.path, wanted.revision));
    if (!object || object.status === 'draft') throw new AppError(404, 'This file was not found.');
    if (object.status === 'withdrawn') {
      throw new AppError(410, 'This dataset was withdrawn and can no longer be downloaded.');
    }
    if (object.supersededAt !== null && object.supersededAt <= now() - KEPT_FOR) {
      throw new AppError(410, 'This link is for an old revision. Fetch a new one from the dataset page.');
    }
    if (asking.datasetId !== undefined && asking.datasetId !== object.datasetId) {
      throw new AppError(403, 'This link is for another dataset. Fetch a new one from the dataset page.');
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
