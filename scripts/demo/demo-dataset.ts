import type { Identifiers } from '../../contract/releases.ts';

/** One file of a demo dataset, in its npm package. */
export type DemoSubset = {
  /** The name under which it is downloaded; package names like `image.jpg` say too little. */
  fileName: string;
  /** Empty: the portal's default ("subset") is shown. */
  desc: string;
  filePath: string;
  /** What the demo changes of the file before it is sent. */
  change?: (content: Buffer) => Buffer;
};

/** The fields of decisions.md §4, and what the demo needs besides. */
export type DemoDataset = {
  /** Unique, fit for a file name; chooses the drawing in pictures/. */
  key: string;
  name: string;
  version: string;
  modalityName: string;
  /** Markdown: paragraphs, `##` headings, `-` lists, `code`, **bold**, bare addresses. */
  detail: string;
  license: string;
  authors: string;
  citation: string;
  keywords: string;
  /** Where the files come from, for the document's last section. */
  source: string;
  /** Publication, in days before the demo is loaded. */
  publishedDaysAgo: number;
  subsets: DemoSubset[];
  /** Frozen with its publishing. */
  frozen?: true;
  /** Days after the demo is loaded, for which its files are under embargo. */
  embargoDays?: number;
  filesVisible?: 'approved';
  identifiers?: Partial<Identifiers>;
  /** Taken back since. */
  withdrawn?: { daysAgo: number; reason: string };
  /** A version made from this one: its files but those named here, which are changed. */
  next?: NextVersion;
};

export interface NextVersion {
  version: string;
  /** What is new in it. */
  note: string;
  madeDaysAgo: number;
  /** Published and frozen; else it is still a draft. */
  frozen: boolean;
  detail?: string;
  changes: DemoSubset[];
  /** The files that it changes are recalled at the version before. */
  recalled?: { daysAgo: number; what: string; reason: string };
}

export function subsetPath(dataset: DemoDataset, fileName: string): string {
  const subset = dataset.subsets.find((candidate) => candidate.fileName === fileName);
  if (!subset) throw new Error(`${dataset.key} has no subset ${fileName}`);
  return subset.filePath;
}
