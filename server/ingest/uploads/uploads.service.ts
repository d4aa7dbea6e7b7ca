import type { Readable } from 'node:stream';
import type { UploadMetadata } from '../../../contract/uploads.ts';
import type { Note } from '../../auth/index.ts';
import { AppError, isDiskFull, notFound } from '../../shared/errors.ts';
import type { Message } from '../../shared/messages.ts';
import { diskFull, HEADROOM, type PartialBlobs } from '../../storage/index.ts';
import type { HashBehind } from './hash-behind.ts';
import { receive } from './receive.ts';
import type { Upload, UploadsStore } from './uploads.store.ts';

const MiB = 1024 * 1024;
/** Bytes between fsyncs while a request body streams in: the most that a crash loses. */
const CHECKPOINT = 64 * MiB;
/** ms that the last response waits for the hash; otherwise the ingest job computes it. */
const HASH_WITHIN = 2_000;
/** ms that the last response waits for the object store to take the bytes. */
const PLACE_WITHIN = 20_000;

const FULL =
  'The storage of this portal is full. The upload was given up and its room freed: make room, then begin it again.';

/** The object store refuses a complete upload: the error tells people that nothing is lost. */
function notTaken(error: unknown): unknown {
  if (!(error instanceof AppError) || (error.code !== 503 && error.code !== 507)) return error;
  const why = error.code === 507 ? 'is full' : 'does not answer';
  const msg: Message = `All of the file has come and is safe here, but the object store behind this portal ${why}. It is tried again: ask for this upload in a minute.`;
  return new AppError(error.code, msg, { retryAfter: 30 });
}

interface Dependencies {
  store: UploadsStore;
  ledger: { reserve: () => Promise<string>; discard: (keys: readonly string[]) => Promise<void> };
  partial: PartialBlobs;
  /** Absent: blobs are hashed when they are ingested. */
  hashes: HashBehind;
  /** The id of this server's data folder. */
  owner: string;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Resumable uploads: acknowledged bytes are durable (faults.md). */
export function uploadsService({ store, ledger, partial, hashes, owner, now, onError }: Dependencies) {
  /** Uploads being transferred to the store. */
  const placing = new Map<string, Promise<void>>();
  /** Keys of partial files whose rows are not written yet. */
  const creating = new Set<string>();

  /** @throws AppError 503 when the bytes are on another server's disk */
  function assertHere(upload: Upload): void {
    if (upload.finishedAt !== null || upload.owner === owner) return;
    throw new AppError(
      503,
      'This upload began on another server of this portal and goes on only there. Try again in a minute. If this stays so, that server is down, or the balancer does not lead uploads to their server (docs/scale.md).',
      { retryAfter: 5 },
    );
  }

  async function give(upload: Upload): Promise<void> {
    hashes.drop(upload.key);
    await partial.delete(upload.key);
    await ledger.discard([upload.key]);
  }

  async function remove(upload: Upload): Promise<boolean> {
    const removed = await store.remove(upload.id);
    if (!removed) return false;
    // Bytes on another server's disk have no row now: that server deletes them in its next round. Those that it has just
    // brought into the store have nobody else.
    if (removed.finishedAt !== null || upload.owner === owner) await give(upload);
    return true;
  }

  async function placeNow(upload: Upload): Promise<void> {
    // A crash may have come between the last byte and here: fsyncs the partial file again, if it still exists.
    const file = await partial.open(upload.key).catch(() => undefined);
    if (file) {
      try {
        await partial.sync(upload.key, file);
      } finally {
        await file.close();
      }
    }
    const early = await hashes.result(upload.key, HASH_WITHIN);
    const hash = (await partial.place(upload.key)) ?? early;
    const there = await store.finish(upload, hash ?? { sha256: '', crc32: 0 }, now());
    // Another server has removed it meanwhile (a file of a folder, begun anew).
    if (!there) await ledger.discard([upload.key]);
  }

  /** Transfers a complete upload to the store; concurrent calls share one transfer. */
  function place(upload: Upload): Promise<void> {
    const running = placing.get(upload.id);
    if (running) return running;
    const started = placeNow(upload).finally(() => placing.delete(upload.id));
    placing.set(upload.id, started);
    return started;
  }

  /** Corrects `received` to the durable bytes: after a crash the row and the file may disagree in either direction. */
  async function settled(upload: Upload): Promise<Upload> {
    if (upload.finishedAt !== null || placing.has(upload.id)) return { ...upload, received: upload.size };
    assertHere(upload);
    if (upload.received === upload.size) {
      await finish(upload);
      return upload;
    }
    const there = await partial.size(upload.key);
    return { ...upload, received: Math.min(upload.received, there ?? 0) };
  }

  /** Waits for the transfer as long as a response may wait. */
  async function finish(upload: Upload): Promise<void> {
    const done = place(upload);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PLACE_WITHIN);
    try {
      await Promise.race([done, late]);
    } catch (error) {
      throw notTaken(error);
    } finally {
      clearTimeout(timer);
      done.catch(onError);
    }
  }

  async function own(id: string, adminId: string): Promise<Upload> {
    const upload = await store.find(id);
    // Another administrator's upload is treated as missing: knowing its id gives no access.
    if (!upload || upload.adminId !== adminId) throw notFound('This upload');
    if (upload.usedAt === null && upload.expiresAt < now() && upload.folderId === null) {
      throw new AppError(410, 'This upload was left alone for 7 days and has been given up. Begin it again.');
    }
    return upload;
  }

  return {
    /**
     * Creates an upload: writes only its row.
     * @throws AppError 400 for a closed folder, 507 when the disk lacks room for all of it
     */
    async create(id: string, adminId: string, size: number, metadata: UploadMetadata): Promise<void> {
      const { filename, folder: folderId, relativePath } = metadata;
      const folder =
        folderId !== undefined && relativePath !== undefined ? { id: folderId, relativePath } : undefined;
      if (folder) {
        if (!(await store.isOpenFolder(folder.id, adminId, now()))) {
          throw new AppError(410, 'This folder takes no more files. Begin a new one.');
        }
        for (const former of await store.atSamePlace(folder.id, folder.relativePath)) await remove(former);
      }
      const room = (await partial.room()) - (await store.outstanding(owner, now())) - HEADROOM;
      if (size > room) {
        throw new AppError(
          507,
          'The storage of this portal has no room for this file. Make room, then begin again.',
        );
      }
      const key = await ledger.reserve();
      creating.add(key);
      try {
        await partial.create(key);
        await store.create({ id, adminId, key, fileName: filename, size, ...(folder && { folder }) }, now());
      } catch (error) {
        await partial.delete(key);
        await ledger.discard([key]);
        throw diskFull(error, FULL);
      } finally {
        creating.delete(key);
      }
    },

    /** @throws AppError 404, 410, and 503 on another server than where it began, until it is complete */
    find: async (id: string, adminId: string): Promise<Upload> => settled(await own(id, adminId)),

    /**
     * Writes a body from the offset on; the caller has compared it with the upload's, and holds its lock.
     * @returns the offset up to which the bytes are durable
     */
    async write(id: string, adminId: string, body: Readable, onProgress: () => void): Promise<number> {
      const upload = await settled(await own(id, adminId));
      const { key, size } = upload;
      if ((await partial.size(key)) === undefined) await partial.create(key);
      const file = await partial.open(key);
      let checkpoint = upload.received;
      let checking: Promise<void> | undefined;
      const check = (offset: number) => {
        if (checking || offset - checkpoint < CHECKPOINT) return;
        checkpoint = offset;
        checking = partial
          .sync(key, file)
          .then(() => store.advance(upload, offset, now()))
          .catch(onError)
          .finally(() => {
            checking = undefined;
          });
      };
      hashes.advance(key, partial.path(key), upload.received, size);
      let got: Awaited<ReturnType<typeof receive>>;
      try {
        got = await receive(body, file, {
          offset: upload.received,
          end: size,
          onProgress(offset) {
            onProgress();
            hashes.advance(key, partial.path(key), offset, size);
            check(offset);
          },
        });
        await checking;
        if (got.offset > upload.received && !isDiskFull(got.failure)) {
          await partial.sync(key, file);
          await store.advance(upload, got.offset, now());
        }
      } finally {
        await file.close();
      }
      if (isDiskFull(got.failure)) {
        // Deletes the bytes first: on a full disk the database cannot write either.
        hashes.drop(key);
        await partial.delete(key);
        await remove(upload);
      }
      if (got.failure !== undefined) throw diskFull(got.failure, FULL);
      return got.offset;
    },

    /** Called when the last byte is durable. */
    async finish(id: string, adminId: string): Promise<void> {
      const upload = await own(id, adminId);
      if (upload.finishedAt === null) await finish({ ...upload, received: upload.size });
    },

    /** @throws AppError 409 when a dataset has claimed it, 503 as `find` */
    async remove(id: string, adminId: string): Promise<void> {
      const upload = await own(id, adminId);
      assertHere(upload);
      await placing.get(upload.id)?.catch(() => {});
      if (!(await remove(upload))) throw new AppError(409, 'A dataset has taken this upload: it stays.');
    },

    createFolder: (adminId: string, note: Note<void>): Promise<string> =>
      store.createFolder(adminId, now(), note),

    /**
     * One round: expires uploads unused for 7 days, deletes the bytes of those that another server has removed, and
     * retries transfers to the object store.
     */
    async expire(): Promise<void> {
      // In this order: the row of a file that is no longer being created is in the database.
      const files = (await partial.keys()).filter((key) => !creating.has(key));
      const known = await store.keys(owner);
      for (const key of files.filter((file) => !known.has(file))) {
        hashes.drop(key);
        await partial.delete(key);
        await ledger.discard([key]);
      }
      for (const upload of await store.expired(owner, now())) await remove(upload);
      await store.removeEmptyFolders(now());
      for (const upload of await store.unplaced(owner)) await place(upload).catch(onError);
    },

    /** At start, before requests: deletes partial files without a row, and transfers complete ones. */
    async recover(): Promise<void> {
      const known = await store.keys(owner);
      for (const key of await partial.keys()) if (!known.has(key)) await partial.delete(key);
      for (const upload of await store.unplaced(owner)) place(upload).catch(onError);
    },

    async stop(): Promise<void> {
      await Promise.allSettled(placing.values());
      await hashes.stop();
    },
  };
}

export type UploadsService = ReturnType<typeof uploadsService>;
