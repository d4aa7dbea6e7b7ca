import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { Literal } from '../../session/wording.ts';

/** One row of the Data list. */
export interface Row {
  key: string;
  name: string;
  /** What the download is called: the last part of its path. */
  fileName: string;
  desc: string;
  size: number;
  fileCount: number;
  sha256: string | null;
  /**
   * Without a checksum: `pending` has its files coming in, or it is being computed; of `none` nothing is on its way;
   * what is `withdrawn` is waited for no more.
   */
  state: 'ready' | 'pending' | 'none' | 'withdrawn';
  downloadUrl: string | undefined;
  inspectionUrl: string | undefined;
}

/** A subset's path below the dataset's own; the whole path where it lies elsewhere. */
export function fileNameBelow(path: string, datasetPath: string): string {
  const folder = `${datasetPath.replace(/\.zip$/, '')}/`;
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}

const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const measures = (of: Dataset | Subset, { status }: Dataset) => {
  const { path, size, fileCount, sha256, comingIn, downloadUrl, inspectionUrl } = of;
  const missing = status === 'withdrawn' ? 'withdrawn' : comingIn === false ? 'none' : 'pending';
  return {
    fileName: fileNameOf(path),
    size,
    fileCount,
    sha256,
    state: sha256 === null ? missing : 'ready',
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
