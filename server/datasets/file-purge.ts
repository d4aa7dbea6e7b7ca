import { blobAt, indexesOfHash, type Layout, nameAt } from '../archive/index.ts';
import type { Note } from '../auth/index.ts';
import type { Db } from '../database/index.ts';
import { conflict, invalid, notFound } from '../shared/errors.ts';
import type { BlobLedger } from '../storage/index.ts';
import type { FilePurgeStore, GivenUp, Holding, Lineage, LineageVersion } from './file-purge.store.ts';
import { Changed } from './purge.store.ts';
import type { Purges } from './purge.ts';
import { readLayout } from './stored-layout.ts';
import type { TakeOut } from './take-out.store.ts';
import { unneeded } from './unneeded.ts';
import { versionParts } from './version-files.store.ts';

/** Attempts with a dataset that keeps changing. */
const TRIES = 5;

interface Dependencies {
  db: Db;
  store: FilePurgeStore;
  ledger: Pick<BlobLedger, 'readStored'>;
  purges: Pick<Purges, 'now' | 'soon'>;
  /** Takes files out of a version that is not frozen. */
  takeOut: TakeOut;
  now: () => number;
}

/** Another version with the same bytes. */
interface Sharing {
  version: LineageVersion;
  /** Its current files of these bytes; 0: only its trash or a replaced file has them. */
  files: number;
}

/** What purging a file is about. */
export interface FileToPurge {
  file: GivenUp;
  /** Names of other files of the same version with the same bytes: they go, too. */
  same: string[];
  others: Sharing[];
}

const isCurrent = ({ object }: Holding): boolean => object.supersededAt === null && !object.isTrashed;

/**
 * Purges a single file of a frozen version (releases.md, "Freezing"; docs/decisions/0013): its line stays, its bytes go
 * when no other version needs them.
 */
export function filePurges({ db, store, ledger, purges, takeOut, now }: Dependencies) {
  const layoutReader = () => {
    const known = new Map<string, Promise<Layout>>();
    return (key: string, size: number): Promise<Layout> => {
      const layout = known.get(key) ?? readLayout({ read: ledger.readStored }, key, size);
      known.set(key, layout);
      return layout;
    };
  };

  /** The current files of a version with these bytes, those that it gave up included. */
  async function linesOf(datasetId: string, isWanted: (sha256: string, name: string) => boolean) {
    const { parts, archive } = await versionParts(db, datasetId);
    const layout = layoutReader();
    const lines: GivenUp[] = [];
    const add = (
      name: string,
      file: { sha256: string; size: number; blob: string },
      subset: string | null,
    ) => {
      if (isWanted(file.sha256, name))
        lines.push({
          path: name,
          subset_id: subset,
          blob_key: file.blob,
          sha256: file.sha256,
          size: file.size,
        });
    };
    for (const { subsetId, name, isFolder, blobKey, blobSize, size, sha256 } of parts) {
      if (!isFolder) add(name, { sha256, size, blob: blobKey }, subsetId);
      else {
        const files = await layout(blobKey, blobSize);
        for (let at = 0; at < files.count; at++) {
          const hash = files.sha256s.toString('hex', 32 * at, 32 * at + 32);
          const file = { sha256: hash, size: files.sizes[at] ?? 0, blob: blobAt(files, at) };
          add(`${name}/${nameAt(files, at).toString()}`, file, subsetId);
          if (at % 4_096 === 4_095) await new Promise(setImmediate);
        }
      }
    }
    if (archive) add(archive.name, archive, null);
    return lines;
  }

  /** The objects with these bytes, without the blobs that their version gave up. */
  async function holdings({ held, without }: Lineage, sha256: string): Promise<Holding[]> {
    const layout = layoutReader();
    const given = new Set(without.map(({ dataset_id, blob_key }) => `${dataset_id} ${blob_key}`));
    const found: Holding[] = [];
    for (const object of held) {
      let blobs: string[] = [];
      if (object.kind === 'zip') {
        const files = await layout(object.blobKey, object.blobSize);
        blobs = indexesOfHash(files, sha256).map((at) => blobAt(files, at));
      } else if (object.sha256 === sha256) blobs = [object.blobKey];
      blobs = blobs.filter((blob) => !given.has(`${object.datasetId} ${blob}`));
      if (blobs.length > 0) found.push({ object, blobs });
    }
    return found;
  }

  /** @throws AppError 404 without such a file, 409 when it cannot be purged */
  async function about(id: string, path: string): Promise<FileToPurge> {
    const lineage = await store.lineage(id);
    const version = lineage.versions.find((one) => one.id === id);
    if (!version || version.trashed_at !== null) throw notFound('This dataset');
    if (version.frozen_at === null)
      throw conflict('This version is not frozen: its files can be deleted or replaced.', 'frozen');
    const [file] = await linesOf(id, (_, name) => name === path);
    if (!file) throw notFound('This file');
    const all = await holdings(lineage, file.sha256);
    const own = all.filter(({ object }) => object.datasetId === id);
    if (!own.some(({ blobs }) => blobs.includes(file.blob_key)))
      throw conflict('The bytes of this file were removed already.', 'path');
    const lines = await linesOf(id, (sha256) => sha256 === file.sha256);
    const others: Sharing[] = [];
    for (const other of lineage.versions) {
      const theirs = all.filter(({ object }) => object.datasetId === other.id);
      if (other.id === id || theirs.length === 0) continue;
      const blobs = new Set(theirs.filter(isCurrent).flatMap((one) => one.blobs));
      const files = await linesOf(other.id, (sha256) => sha256 === file.sha256);
      others.push({ version: other, files: files.filter(({ blob_key }) => blobs.has(blob_key)).length });
    }
    const given = new Set(lineage.without.flatMap((row) => (row.dataset_id === id ? [row.path] : [])));
    const same = lines.filter((line) => line.path !== path && !given.has(line.path));
    return { file, same: same.map((line) => line.path), others };
  }

  /**
   * The version gives the bytes up: its current files of them keep their lines, replaced and trashed ones go whole.
   * @param reason undefined: it keeps no line. Its current files of these bytes have come since they were taken out
   */
  async function giveUp(
    id: string,
    sha256: string,
    reason: string | undefined,
    note?: Note<void>,
  ): Promise<void> {
    const lineage = await store.lineage(id);
    const given = new Set(lineage.without.flatMap((row) => (row.dataset_id === id ? [row.path] : [])));
    const lines = reason === undefined ? [] : await linesOf(id, (hash) => hash === sha256);
    const all = await holdings(lineage, sha256);
    const own = all.filter(({ object }) => object.datasetId === id);
    const goes = own.filter((one) => !isCurrent(one)).map(({ object }) => object);
    const kept = reason === undefined ? [] : own.filter(isCurrent).flatMap(({ blobs }) => blobs);
    const gives = kept.map((blob_key) => ({ dataset_id: id, blob_key }));
    await store.commit(
      {
        datasetId: id,
        seen: lineage.seen,
        files: lines.filter(({ path }) => !given.has(path)),
        reason: reason ?? '',
        goes,
        unused: await unneeded({ read: ledger.readStored }, lineage, { goes, gives }),
      },
      now(),
      note,
    );
  }

  /** The bytes leave a version that is not frozen: with its lines, and with what it had before. */
  async function leave(id: string, sha256: string, note: Note<void>): Promise<void> {
    const lineage = await store.lineage(id);
    const own = (await holdings(lineage, sha256)).filter(({ object }) => object.datasetId === id);
    await takeOut(id, own.filter(isCurrent), note);
    await again(() => giveUp(id, sha256, undefined));
  }

  async function again(work: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Changed) || tries === TRIES) throw error;
      }
    }
  }

  return {
    about,

    /**
     * @param also other versions with the same bytes: a frozen one gives its file up and keeps the line, out of another
     * one it is taken, one in the trash is deleted
     * @param note called for each in the transaction that changes it
     * @returns whether no version needs the bytes any more
     * @throws AppError as `about`; 400 when one of the others does not hold the bytes
     */
    async purge(
      id: string,
      { path, reason, also }: { path: string; reason: string; also: readonly string[] },
      note: Note<{ name: string; version: string; sha256: string }>,
    ): Promise<boolean> {
      const { file, others } = await about(id, path);
      const { sha256 } = file;
      const holders = new Set(others.map(({ version }) => version.id));
      const unknown = also.findIndex((other) => !holders.has(other));
      if (unknown >= 0) throw invalid(`also.${unknown}`, 'This version does not hold the same bytes.');
      const { versions } = await store.lineage(id);
      for (const each of new Set([id, ...also])) {
        const version = versions.find((one) => one.id === each);
        if (!version) throw notFound('This version');
        const { name, version: number } = version;
        const noted: Note<void> = (trx) => note(trx, { name, version: number, sha256 });
        if (version.trashed_at !== null) await purges.now({ kind: 'dataset', datasetId: each }, noted);
        else if (version.frozen_at === null) await again(() => leave(each, sha256, noted));
        else await again(() => giveUp(each, sha256, reason, noted));
      }
      purges.soon();
      return (await holdings(await store.lineage(id), sha256)).length === 0;
    },
  };
}

export type FilePurges = ReturnType<typeof filePurges>;
