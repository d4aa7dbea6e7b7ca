import type { QueryOf } from '../../../contract/endpoint.ts';
import { fileUrl } from '../../../contract/file-url.ts';
import type { FileChangesPage, getManifest, listChanges } from '../../../contract/manifest.ts';
import {
  comingSoon,
  type Decide,
  missing,
  type Reader,
  readerOfDataset,
  refusal,
  viewerOf,
  visibilityOf,
  withdrawn,
} from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import {
  changesPage,
  type FilesOfVersions,
  fileNameOf,
  folderOf,
  type VersionFiles,
} from '../../datasets/index.ts';
import { type Manifest, manifestFile } from '../../delivery/index.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { listed } from './listed.ts';
import type { ManifestStore, Version } from './manifest.store.ts';

interface Dependencies {
  store: ManifestStore;
  files: FilesOfVersions;
  giveTicket: Tickets['give'];
  decide: Decide;
  publicUrl: string;
}

/** A version whose files the reader may see, and these. */
interface Seen extends Omit<VersionFiles, 'parts'> {
  version: Version;
  release: string;
}

const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

const sizeOf = (sizes: Float64Array, files: Uint32Array): number =>
  files.reduce((sum, index) => sum + (sizes[index] ?? 0), 0);

/** Manifests of versions, and what differs between two of them (releases.md, "Manifest" and "Changes"). */
export function manifestService({ store, files, giveTicket, decide, publicUrl }: Dependencies) {
  const visibleTo = async (reader: Reader, version: Version) =>
    visibilityOf(version, await viewerOf(decide, readerOfDataset(reader, version.id), version));

  /** @throws AppError 404 for what visitors do not see, 410 for what is withdrawn */
  async function found(id: string, reader: Reader): Promise<Version> {
    const version = await store.version(id);
    if (!version || !(await visibleTo(reader, version)).metadata) throw notFound('This dataset');
    assertThere(version);
    return version;
  }

  function assertThere({ status }: Version): void {
    if (status === 'withdrawn') throw withdrawn();
  }

  /** @throws AppError 404 without a file, 503 while one is being hashed: half a list would look like the whole */
  async function filesOf(version: Version): Promise<Seen> {
    const { list, release, coming, purged } = await files.of(version.id);
    if (coming.length > 0) throw comingSoon();
    if (release === null) throw missing();
    return { version, list, release, purged };
  }

  /** @throws AppError 401, 403 for a reader who is not shown names */
  async function assertShown(version: Version, reader: Reader): Promise<void> {
    if ((await visibleTo(reader, version)).names) return;
    const reason = await decide(readerOfDataset(reader, version.id), { ...version, embargoUntil: null });
    throw refusal(reason ?? 'sign_in');
  }

  /** The published version that is not frozen and has this manifest now; one at a time, as a lineage has few. */
  async function unfrozen(lineageId: string, hash: string): Promise<Version | undefined> {
    for (const version of await store.published(lineageId)) {
      if (version.releaseHash === null && (await files.of(version.id)).release === hash) return version;
    }
    return undefined;
  }

  /** @throws AppError 404 for a number or a hash of no version that visitors see, 410 for a withdrawn one */
  async function former({ version, release }: Seen, since: string): Promise<Version> {
    const hash = since.toLowerCase();
    if (hash === release) return version;
    const { lineageId } = version;
    const other = isHash(since)
      ? ((await store.sibling(lineageId, { releaseHash: hash })) ?? (await unfrozen(lineageId, hash)))
      : await store.sibling(lineageId, { version: since });
    if (!other) {
      throw isHash(since)
        ? new AppError(
            404,
            'No version of this dataset has this manifest. Name a version, or fetch the whole anew.',
          )
        : new AppError(404, `This dataset has no version "${since}".`);
    }
    assertThere(other);
    return other;
  }

  return {
    /** @throws AppError with what to do instead */
    async manifest(id: string, query: QueryOf<typeof getManifest>, reader: Reader) {
      const version = await found(id, reader);
      await assertShown(version, reader);
      const seen = await filesOf(version);
      const prefix = (query.prefix ?? '').replace(/\/$/, '');
      const older = query.since === undefined ? undefined : await former(seen, query.since);
      if (older) await assertShown(older, reader);
      const before = older && (await filesOf(older));
      const part = await listed(seen.list, { prefix, before: before?.list });
      if (!part) throw notFound('This folder');
      const mayFetch =
        (reader.kind === 'user' || reader.kind === 'guest') && (await decide(reader, version)) === undefined;
      const token = mayFetch ? { token: await giveTicket(reader, id) } : {};
      const { list, release, purged } = seen;
      const lines = query.only ? part.files.filter((index) => !purged.has(index)) : part.files;
      const name = folderOf(fileNameOf(version.path));
      const manifest: Manifest = {
        title: `${version.name} ${version.version}`,
        page: `${publicUrl}/datasetDetail/${encodeURIComponent(id)}`,
        name: before ? `${name}-since-${before.version.version.replace(/[\\/\s]+/g, '-')}` : name,
        dataset: { id, name: version.name, version: version.version },
        release,
        list,
        files: lines,
        purged,
        size: sizeOf(list.sizes, lines),
        since: before && { version: before.version.version, release: before.release, gone: part.gone },
        urlOf: (path, withTicket) => publicUrl + fileUrl(id, path, { ...(withTicket && token), release }),
      };
      return manifestFile({
        format: query.format,
        manifest,
        published: version.published_at ?? version.created_at,
        distinguishing: [publicUrl, manifest.title, manifest.name, prefix, token, query.only, [...purged]],
      });
    },

    /** Totals alone where names of either version are not shown. */
    async changes(
      id: string,
      { from, pageIndex, pageSize }: QueryOf<typeof listChanges>,
      reader: Reader,
    ): Promise<FileChangesPage & { shown: boolean }> {
      const seen = await filesOf(await found(id, reader));
      const older = await former(seen, from);
      const before = await filesOf(older);
      const page = await changesPage(before.list, seen, { pageIndex, pageSize });
      const both = await Promise.all([seen.version, older].map((version) => visibleTo(reader, version)));
      const shown = both.every(({ names }) => names);
      return shown ? { ...page, shown } : { ...page, list: [], count: 0, shown };
    },
  };
}

export type ManifestService = ReturnType<typeof manifestService>;
