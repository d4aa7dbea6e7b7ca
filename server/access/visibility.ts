import type { Dataset, DatasetStatus } from '../../contract/catalogue.ts';
import { descOfFile, type filesVisibilities, type Release } from '../../contract/releases.ts';
import type { UserStatus } from '../../contract/session.ts';

/** Who reads. Administrators read here as anybody does: the back office has calls of its own. */
export type Reader =
  | { kind: 'nobody' | 'admin' }
  | { kind: 'user'; id: string; status: UserStatus }
  /** Who opened a reviewer link, for the one version that it opens. */
  | { kind: 'guest'; id: string; datasetId: string };

/** Who reads about a dataset: a guest of another one is anybody. */
export const readerOfDataset = <Who extends Reader>(
  reader: Who,
  datasetId: string,
): Who | { kind: 'nobody' } =>
  reader.kind === 'guest' && reader.datasetId !== datasetId ? { kind: 'nobody' } : reader;

/** What a reader is to a version (`viewerOf`): a guest of it, one who may download but for an embargo, or neither. */
export type Viewer = 'guest' | 'entitled' | 'anybody';

/** A version, as far as its visibility depends on it. */
export interface VisibleVersion {
  status: DatasetStatus;
  filesVisible: (typeof filesVisibilities)[number];
}

/** Whether bytes are not handed out yet (releases.md, "Embargo"). */
export const isEmbargoed = (embargoUntil: string | null, now: number): boolean =>
  embargoUntil !== null && now < Date.parse(`${embargoUntil}T00:00:00Z`);

/** What of a version a reader is shown. */
export interface Visibility {
  /** That there is such a version: its words and the totals of its files. */
  metadata: boolean;
  /** The hash of the whole, and of the release; the lines of purged files, which tombstones keep. */
  hashes: boolean;
  /** The names of its files, with the hash of each. */
  names: boolean;
}

/**
 * What of a version is shown (releases.md, "Visibility"; threat 41), to pages, calls, feeds and formats alike: nothing
 * of a draft; of a withdrawn one its words and hashes; all of a published one, embargoed or not. With `filesVisible:
 * approved` who may not download gets neither names nor hashes, of none: who is not approved, or has not signed or been
 * granted what the dataset asks for. A guest is shown all of their version (`readerOfDataset`), a draft too, until it is
 * withdrawn: then they are anybody.
 */
export function visibilityOf({ status, filesVisible }: VisibleVersion, viewer: Viewer): Visibility {
  if (viewer === 'guest' && status !== 'withdrawn') return { metadata: true, hashes: true, names: true };
  const knows = filesVisible === 'public' || viewer === 'entitled';
  return {
    metadata: status !== 'draft',
    hashes: status !== 'draft' && knows,
    names: status === 'published' && knows,
  };
}

/**
 * Whether everybody may know the column names of its tables: they are part of the files' bytes, so under an embargo
 * nobody does, and with `filesVisible: approved` they would tell of files that nobody is to know of.
 */
export const columnsArePublic = (
  version: VisibleVersion & Pick<Dataset, 'columnsVisible' | 'embargoUntil'>,
  now: number,
): boolean =>
  version.columnsVisible === 'public' &&
  visibilityOf(version, 'anybody').names &&
  !isEmbargoed(version.embargoUntil, now);

/** A dataset as the viewer may see it: without what is not shown. */
export const shownDataset = (dataset: Dataset, viewer: Viewer): Dataset =>
  visibilityOf(dataset, viewer).hashes ? dataset : { ...dataset, sha256: null, releaseHash: null };

/** Its subsets as the viewer may see them: none where names are not shown. */
export const shownSubsets = <Of>(dataset: Dataset, subsets: Of[], viewer: Viewer): Of[] =>
  visibilityOf(dataset, viewer).names ? subsets : [];

/**
 * Its release as the viewer may see it. Where names are not shown: nothing of what was written about a file since the
 * freezing; and where hashes are not either, of purged files the reasons alone.
 */
export function shownRelease(dataset: Dataset, release: Release, viewer: Viewer): Release {
  const { hashes, names } = visibilityOf(dataset, viewer);
  const { purgedFiles, frozenChanges } = release;
  return {
    ...release,
    purgedFiles: hashes ? purgedFiles : purgedFiles.map(({ reason, at }) => ({ reason, at })),
    frozenChanges: names ? frozenChanges : frozenChanges.filter(({ field }) => !field.startsWith(descOfFile)),
  };
}
