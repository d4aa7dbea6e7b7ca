import type { HashPool } from '../hashing/index.ts';
import { checkWithin } from '../shared/open-in-place.ts';
import type { BlobLedger } from '../storage/index.ts';
import type { HashedIngestFile, UnhashedFile } from './ingest-files.store.ts';

/** The file cannot be read as registered; the message is for people. */
export class FileProblem extends Error {}

const byCode: Record<string, string> = {
  ENOENT: 'is gone',
  ENOTDIR: 'is gone',
  ESTALE: 'is gone',
  EACCES: 'may not be read by the server',
  EPERM: 'may not be read by the server',
  EIO: 'cannot be read: the disk reports an error',
  ENXIO: 'is no regular file',
  ASTRAY: 'is behind a link',
};
const byMessage: Record<string, string> = {
  'The file changed while it was read.': 'changed while it was read',
  'It is not a regular file.': 'is no regular file',
};

function explained(error: unknown, name: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const what = byCode[code] ?? byMessage[message];
  return what === undefined
    ? error
    : new FileProblem(`"${name}" ${what}. Nothing was registered: try again.`);
}

interface Dependencies {
  ledger: Pick<BlobLedger, 'open'>;
  pool: Pick<HashPool, 'hashFile' | 'hashPieces'>;
  roots: readonly string[];
}

/**
 * Hashes one file of an ingest, in a worker thread.
 * @throws FileProblem
 */
export function fileHasher({ ledger, pool, roots }: Dependencies) {
  type Options = Parameters<HashPool['hashFile']>[1];

  async function inPlace(source: string, size: number, options: Options) {
    checkWithin(roots, source);
    return pool.hashFile(source, { ...options, size });
  }

  async function stored({ key, size }: UnhashedFile, options: Options) {
    const blob = await ledger.open(key);
    try {
      const { sha256, crc32 } = await (blob.file
        ? pool.hashFile(blob.file.fd, { ...options, size })
        : pool.hashPieces(async (add) => {
            for await (const piece of blob.read(0, size)) await add(piece);
          }, options));
      return { size, sha256, crc32, mtimeUs: null };
    } finally {
      await blob.close();
    }
  }

  return async (file: UnhashedFile, options: Options): Promise<HashedIngestFile> => {
    try {
      const hashed =
        file.source === null ? await stored(file, options) : await inPlace(file.source, file.size, options);
      return { ...file, ...hashed };
    } catch (error) {
      options?.signal?.throwIfAborted();
      throw explained(error, file.name);
    }
  };
}
