import type { Db } from '../../database/index.ts';
import { periodic } from '../../shared/schedule.ts';
import { DAY } from '../../shared/time.ts';
import { type BlobStore, partialBlobs } from '../../storage/index.ts';
import { hashBehind } from './hash-behind.ts';
import type { LockTimes } from './locks.ts';
import type { TusAnswer, TusRequest, tusUploads } from './tus.ts';
import { uploadsService } from './uploads.service.ts';
import { uploadsStore } from './uploads.store.ts';

export const lockTimes: LockTimes = { patience: 3_000, silence: 5_000 };

interface Dependencies {
  db: Db;
  dataDir: string;
  blobs: BlobStore;
  ledger: { reserve: () => Promise<string>; discard: (keys: readonly string[]) => Promise<void> };
  owner: string;
  /** Undefined: there is one server. */
  serverName: string | undefined;
  lockTimes?: LockTimes;
  now: () => number;
  onError: (error: unknown) => void;
  onFatal: (error: unknown) => void;
}

/** Composes resumable uploads: rows, partial files, hashing worker, protocol. */
export async function resumableUploads(given: Dependencies) {
  const { ledger, owner, now, onError } = given;
  const service = uploadsService({
    store: uploadsStore(given.db),
    ledger,
    partial: partialBlobs(given.dataDir, given.blobs, given.onFatal),
    hashes: hashBehind(onError),
    owner,
    now,
    onError,
  });
  await service.recover();
  const rounds = periodic(() => service.expire(), DAY / 24, onError);
  const options = { serverName: given.serverName, times: given.lockTimes ?? lockTimes, onError };
  let tus: Promise<ReturnType<typeof tusUploads>> | undefined;
  return {
    service,
    /** The library of the protocol is loaded for the first call: it would be a tenth of a start. */
    async answer(request: TusRequest): Promise<TusAnswer> {
      tus ??= import('./tus.ts').then(({ tusUploads }) => tusUploads(service, options));
      return (await tus)(request);
    },
    /** A round of expiry now, for tests. */
    expire: () => rounds.now(),
    async stop(): Promise<void> {
      await rounds.stop();
      await service.stop();
    },
  };
}
