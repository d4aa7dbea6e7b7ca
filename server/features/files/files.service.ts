import type { findFiles } from '../../../contract/dataset-versions.ts';
import type { DataOf, QueryOf } from '../../../contract/endpoint.ts';
import type { listFiles } from '../../../contract/files.ts';
import { type Decide, type Reader, viewerOf, visibilityOf } from '../../access/index.ts';
import type { Tickets } from '../../auth/index.ts';
import type { FilesOfVersions } from '../../datasets/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { FilesStore, ListedVersion } from './files.store.ts';
import { countOf, entriesAt, type Listing, listingOf } from './tree.ts';

/** Listings kept, 4 bytes a file and 12 a folder: the pages of one folder are asked for one after the other. */
const KEPT = 16;

interface Dependencies {
  store: FilesStore;
  files: FilesOfVersions;
  giveTicket: Tickets['give'];
  decide: Decide;
}

type Tree = DataOf<typeof listFiles>;

/** The files of a version as a tree (releases.md, "Files"). */
export function filesService({ store, files, giveTicket, decide }: Dependencies) {
  /** By release and what is asked for; the first is the least recently used. */
  const listings = new Map<string, Promise<Listing | undefined>>();

  function kept(key: string, make: () => Promise<Listing | undefined>): Promise<Listing | undefined> {
    const listing = listings.get(key) ?? make();
    listings.delete(key);
    listings.set(key, listing);
    listing.catch(() => listings.delete(key));
    if (listings.size > KEPT) listings.delete(listings.keys().next().value ?? '');
    return listing;
  }

  const ticketFor = async (version: ListedVersion, reader: Reader) =>
    (reader.kind === 'user' || reader.kind === 'guest') && (await decide(reader, version)) === undefined
      ? { ticket: await giveTicket(reader, version.id) }
      : {};

  return {
    /**
     * The files of any version, for the back office.
     * @throws AppError 404 for one in the trash
     */
    async find(id: string, { keyword, pageIndex, pageSize }: QueryOf<typeof findFiles>) {
      if (!(await store.version(id))) throw notFound('This dataset');
      const { list, purged, release } = await files.of(id);
      const wanted = { prefix: '', recursive: true, keyword };
      const listing = await kept(JSON.stringify([release, wanted]), () => listingOf(list, wanted));
      const page = { pageIndex, pageSize };
      if (!listing) return { list: [], count: 0, ...page };
      const shown = entriesAt({ list, purged }, listing, (pageIndex - 1) * pageSize, pageSize);
      return { list: shown, count: countOf(listing), ...page };
    },

    /** @throws AppError 404 for a version that the reader may not see, or a folder that is not there */
    async tree(id: string, query: QueryOf<typeof listFiles>, reader: Reader): Promise<Tree> {
      const { pageIndex, pageSize, keyword = '' } = query;
      const version = await store.version(id);
      const visible = version && visibilityOf(version, await viewerOf(decide, reader, version));
      if (!version || !visible?.metadata) throw notFound('This dataset');
      const page = { pageIndex, pageSize };
      // The bytes of a withdrawn version, and so the lists of its folders, may be purged.
      if (version.status === 'withdrawn') {
        const release = visible.hashes ? version.releaseHash : null;
        return { list: [], count: 0, ...page, totals: version.totals, shown: false, release };
      }
      const { list, purged, release } = await files.of(id);
      const totals = { files: list.count, size: list.offsets[list.count] ?? 0 };
      if (!visible.names) return { list: [], count: 0, ...page, totals, shown: false, release: null };
      const prefix = (query.prefix ?? '').replace(/\/$/, '');
      const wanted = { prefix, recursive: query.recursive === 'true', keyword };
      const listing = await kept(JSON.stringify([release, wanted]), () => listingOf(list, wanted));
      if (!listing) throw notFound('This folder');
      return {
        list: entriesAt({ list, purged }, listing, (pageIndex - 1) * pageSize, pageSize),
        count: countOf(listing),
        ...page,
        totals,
        shown: true,
        release,
        ...(await ticketFor(version, reader)),
      };
    },
  };
}

export type FilesService = ReturnType<typeof filesService>;
