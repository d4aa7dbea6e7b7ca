import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { Literal } from '../../session/wording.ts';

/** One row of the Data list. */
export interface Row {
  key: string;
  name: string;
  /** File name of the download: the last segment of its path. */
  fileName: string;
  desc: string;
  size: number;
  fileCount: number;
  sha256: string | null;
  /**
   * `purged`: a file of it was removed for good, so that it is not handed out. Without a checksum: `pending` is being
   * ingested or hashed; `none` has no file; `withdrawn` is not updated any more.
   */
  state: 'ready' | 'pending' | 'none' | 'withdrawn' | 'purged';
  downloadUrl: string | undefined;
  inspectionUrl: string | undefined;
}

/** A subset's path relative to the dataset's; in full when it is not below it. */
export function fileNameBelow(path: string, datasetPath: string): string {
  const folder = `${datasetPath.replace(/\.zip$/, '')}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const measures = (of: Dataset | Subset, { status }: Dataset) => {
  const { path, size, fileCount, sha256, comingIn, purged, downloadUrl, inspectionUrl } = of;
  const missing = status === 'withdrawn' ? 'withdrawn' : comingIn === false ? 'none' : 'pending';
  return {
    fileName: fileNameOf(path),
    size,
    fileCount,
    sha256,
    state: purged && status !== 'withdrawn' ? 'purged' : sha256 === null ? missing : 'ready',
    downloadUrl,
    inspectionUrl,
  } as const;
};

/** §2: the first row is the whole dataset, the others are the subsets; an empty description reads 'subset'. */
export const rowsOf = (
  dataset: Dataset,
  subsets: readonly Subset[],
  literal: Pick<Literal, 'wholeDataset' | 'subset'>,
): Row[] => [
  {
    key: dataset.id,
    name: `${dataset.name} ${dataset.version}`,
    desc: literal.wholeDataset,
    ...measures(dataset, dataset),
  },
  ...subsets.map((subset) => ({
    key: subset.id,
    name: fileNameBelow(subset.path, dataset.path),
    desc: subset.desc.trim() === '' ? literal.subset : subset.desc,
    ...measures(subset, dataset),
  })),
];
