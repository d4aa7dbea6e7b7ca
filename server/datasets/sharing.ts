import { setImmediate as turn } from 'node:timers/promises';
import { blobAt, fileAt } from '../archive/index.ts';
import type { BlobLedger } from '../storage/index.ts';
import type { FilePurgeStore, LineageVersion } from './file-purge.store.ts';
import type { LineageObject } from './lineage-objects.store.ts';
import { readLayout } from './stored-layout.ts';
import type { FilesOfVersions } from './version-files.ts';

/** Files looked at between two yields to the event loop. */
const STEP = 4_096;

interface Dependencies {
  store: Pick<FilePurgeStore, 'lineage'>;
  ledger: Pick<BlobLedger, 'readStored'>;
  files: FilesOfVersions;
}

/** Another version that holds bytes of one. */
interface Sharing {
  version: LineageVersion;
  /** Its current files of these bytes; 0: only its trash or a replaced file has them. */
  files: number;
}

const isFormer = ({ supersededAt, isTrashed }: LineageObject): boolean => supersededAt !== null || isTrashed;
/** The computed archive repeats the subsets' files. */
const isRepeating = ({ subsetId, kind }: LineageObject): boolean => subsetId === null && kind === 'zip';

/** Which other versions hold bytes of one, whole or in what they had before: purging it alone leaves these bytes. */
export function sharingOf({ store, ledger, files }: Dependencies) {
  /** The files of an object: hash and blob of each. */
  async function* within(object: LineageObject): AsyncGenerator<{ sha256: string; blob: string }> {
    const { kind, blobKey, blobSize, sha256 } = object;
    if (kind === 'file') return yield { sha256, blob: blobKey };
    const layout = await readLayout({ read: ledger.readStored }, blobKey, blobSize);
    for (let at = 0; at < layout.count; at++) {
      yield { sha256: layout.sha256s.toString('hex', 32 * at, 32 * at + 32), blob: blobAt(layout, at) };
      if (at % STEP === STEP - 1) await turn();
    }
  }

  /** The hashes of the version's files, purged or not, and of what it had before and still holds. */
  async function hashesOf(id: string, held: readonly LineageObject[]): Promise<Set<string>> {
    const { list } = await files.of(id);
    const hashes = new Set<string>();
    for (let at = 0; at < list.count; at++) {
      hashes.add(fileAt(list, at).sha256);
      if (at % STEP === STEP - 1) await turn();
    }
    for (const object of held.filter((one) => one.datasetId === id && isFormer(one)))
      for await (const { sha256 } of within(object)) hashes.add(sha256);
    return hashes;
  }

  return async (id: string): Promise<Sharing[]> => {
    const { versions, held, without } = await store.lineage(id);
    const own = await hashesOf(id, held);
    const given = new Set(without.map(({ dataset_id, blob_key }) => `${dataset_id} ${blob_key}`));
    /** By the blob of an object: versions made from one another have the same. */
    const known = new Map<string, string[]>();
    async function blobsOf(object: LineageObject): Promise<string[]> {
      let blobs = known.get(object.blobKey);
      if (!blobs) {
        blobs = [];
        for await (const { sha256, blob } of within(object)) if (own.has(sha256)) blobs.push(blob);
        known.set(object.blobKey, blobs);
      }
      return blobs.filter((blob) => !given.has(`${object.datasetId} ${blob}`));
    }
    async function holdsAny(objects: readonly LineageObject[]): Promise<boolean> {
      for (const object of objects) if ((await blobsOf(object)).length > 0) return true;
      return false;
    }

    const found: Sharing[] = [];
    for (const version of versions) {
      if (version.id === id) continue;
      const theirs = held.filter(({ datasetId }) => datasetId === version.id);
      let count = 0;
      for (const object of theirs)
        if (!isFormer(object) && !isRepeating(object)) count += (await blobsOf(object)).length;
      if (count > 0 || (await holdsAny(theirs))) found.push({ version, files: count });
    }
    return found;
  };
}

export type SharingOf = ReturnType<typeof sharingOf>;
