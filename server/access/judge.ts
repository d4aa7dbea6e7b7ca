import { manifestUrl } from '../../contract/manifest.ts';
import { fileAt, indexOfFile } from '../archive/index.ts';
import type { FilesOfVersions } from '../datasets/index.ts';
import { AppError } from '../shared/errors.ts';
import type { AccessStore } from './access.store.ts';
import type { Bearer, FindBearer, Proof, Via } from './bearer.ts';
import { type Decide, refusalOfPerson } from './decision.ts';
import type { FoundFile, FoundObject, RequestedFile, RequestedObject } from './found-object.ts';
import { personsOf } from './reader.ts';
import { comingSoon, missing, refusal, withdrawn } from './refusals.ts';

const KEPT_FOR = 30 * 86_400_000;

interface Dependencies {
  store: AccessStore;
  files: FilesOfVersions;
  findBearer: FindBearer;
  decide: Decide;
  /** What absolute addresses begin with. */
  publicUrl: string;
  /** @throws AppError 503 while downloads are closed (a portal restored from a backup) */
  assertOpen: () => Promise<void>;
  now: () => number;
}

/** An object that may be sent, and the user to send it to. */
export interface PermittedDownload<Found = FoundObject> {
  object: Found;
  to: Recipient;
  via: Via;
}

/** Who is sent bytes; guests of a reviewer link are not told apart. */
export type Recipient = { kind: 'user'; id: string } | { kind: 'guest'; id: string; name: string };

/** @param only the dataset that a ticket opens; undefined: every one */
const isElsewhere = (datasetId: string, only: string | undefined): boolean =>
  only !== undefined && only !== datasetId;

function assertTicketFor(datasetId: string, only: string | undefined): void {
  if (isElsewhere(datasetId, only)) throw refusal('elsewhere');
}

const bytesRemoved = () =>
  new AppError(410, 'The bytes of this file were removed. Its line in the manifest stays.');

const recipientOf = (bearer: Bearer): Recipient =>
  'linkId' in bearer
    ? { kind: 'guest', id: bearer.linkId, name: bearer.linkName }
    : { kind: 'user', id: bearer.userId };

/** What is looked for: a guest may be told of drafts, their own alone. */
interface Looking {
  /** The only dataset that the credential opens; undefined: every one. */
  only: string | undefined;
  isGuest: boolean;
}

/**
 * Authorises a download, in this order: 401, 403 identity or status, 404, 410, 403 ticket (decisions §1), 403 of the
 * dataset (access.md).
 * @throws AppError with the remedy for the person
 */
export function downloadJudge(given: Dependencies) {
  const { store, files, findBearer, decide, publicUrl, assertOpen, now } = given;
  const personOf = personsOf(given);

  /**
   * @param find what is asked for; throws 404, 410 or 503
   * @param datasetId where the request names it: of another one a guest learns nothing, not even whether it is there
   */
  async function permit<Found extends FoundObject>(
    proof: Proof,
    find: (looking: Looking) => Promise<Found>,
    datasetId?: string,
  ): Promise<PermittedDownload<Found>> {
    await assertOpen();
    const bearer = await findBearer(proof);
    const person = await personOf(bearer);
    const against = refusalOfPerson(person);
    if (against || typeof bearer !== 'object') throw refusal(against ?? 'sign_in');
    const { datasetId: only, via } = bearer;
    const isGuest = 'linkId' in bearer;
    if (isGuest && datasetId !== undefined) assertTicketFor(datasetId, only);
    const object = await find({ only, isGuest });
    const reason = await decide({ ...person, elsewhere: isElsewhere(object.datasetId, only) }, object);
    if (reason) throw refusal(reason, object.embargoUntil);
    return { object, to: recipientOf(bearer), via };
  }

  /** @throws AppError 410 where a file was purged: its bytes are gone, and a ZIP without them would be another one */
  function assertWhole({ kind, purged, datasetId }: FoundObject): void {
    if (purged === null) return;
    if (kind === 'file') throw bytesRemoved();
    const url = publicUrl + manifestUrl(datasetId, { format: 'aria2' });
    throw new AppError(
      410,
      purged.more === 0
        ? `"${purged.path}" was removed for good, so this ZIP cannot be made any more. The other files can be fetched one by one: ${url} lists them.`
        : `"${purged.path}" and ${purged.more} more were removed for good, so this ZIP cannot be made any more. The other files can be fetched one by one: ${url} lists them.`,
    );
  }

  async function findObject(wanted: RequestedObject, { only, isGuest }: Looking): Promise<FoundObject> {
    const object = await store.object(wanted);
    const found = object ?? (await store.comingIn(wanted));
    // An integrity file's address does not name the dataset.
    if (isGuest && wanted.datasetId === undefined) assertTicketFor(found?.datasetId ?? '', only);
    if (!found || (found.status === 'draft' && !isGuest)) throw missing();
    const { status, datasetId } = found;
    if (status === 'withdrawn') throw withdrawn();
    if (!object) {
      assertTicketFor(datasetId, only);
      throw comingSoon();
    }
    if (object.supersededAt !== null && object.supersededAt <= now() - KEPT_FOR)
      throw new AppError(410, 'This link is for an old revision. Fetch a new one from the dataset page.');
    // Former revisions with such a file were purged whole.
    if (object.supersededAt === null) assertWhole(object);
    return object;
  }

  async function findFile(
    { datasetId, path, release }: RequestedFile,
    { only, isGuest }: Looking,
  ): Promise<FoundFile> {
    const version = await store.version(datasetId);
    if (!version || (version.status === 'draft' && !isGuest)) throw missing();
    if (version.status === 'withdrawn') throw withdrawn();
    const { list, release: current, coming, purged, parts } = await files.of(datasetId);
    if (release !== undefined && release !== current)
      throw new AppError(
        410,
        'The files of this dataset have changed since. Fetch a new list or link from its page.',
      );
    const index = indexOfFile(list, path);
    if (index < 0) {
      const isComing = coming.some(({ name, isFolder }) =>
        isFolder ? path.startsWith(`${name}/`) : path === name,
      );
      if (!isComing) throw missing();
      assertTicketFor(datasetId, only);
      throw comingSoon();
    }
    if (purged.has(index)) throw bytesRemoved();
    const { blob: blobKey, size, sha256 } = fileAt(list, index);
    const blob = await store.blob(blobKey);
    if (blob?.state !== 'kept') throw bytesRemoved();
    return {
      id: blobKey,
      kind: 'file',
      blobKey,
      blobSize: size,
      inStore: blob.source === null && blob.mark === null,
      size,
      etag: sha256,
      sha256,
      supersededAt: null,
      purged: null,
      path,
      datasetId,
      datasetName: version.name,
      version: version.version,
      status: version.status,
      embargoUntil: version.embargo_until,
      lineageId: version.lineage_id,
      termsId: version.terms_id,
      asksRequest: version.asks_request === 1,
      index,
      files: { release: current ?? '', offsets: list.offsets, path: version.path, parts },
    };
  }

  return {
    /** A download or its integrity file. */
    object: (request: Proof & RequestedObject) =>
      permit(request, (looking) => findObject(request, looking), request.datasetId),
    /** One file of a version. */
    file: (request: Proof & RequestedFile) =>
      permit(request, (looking) => findFile(request, looking), request.datasetId),
  };
}

export type JudgeDownload = ReturnType<typeof downloadJudge>;
