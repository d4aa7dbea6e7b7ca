/** One file of a demo dataset, in its npm package. */
export type DemoSubset = {
  /** The name under which it is downloaded; package names like `image.jpg` say too little. */
  fileName: string;
  /** Empty: the portal's default ("subset") is shown. */
  desc: string;
  filePath: string;
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
};

export function subsetPath(dataset: DemoDataset, fileName: string): string {
  const subset = dataset.subsets.find((candidate) => candidate.fileName === fileName);
  if (!subset) throw new Error(`${dataset.key} has no subset ${fileName}`);
  return subset.filePath;
}
