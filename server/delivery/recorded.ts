import type { FoundObject } from '../access/index.ts';

/** What a download record is about: an object, or the files of a version fetched one by one (releases.md, "Record"). */
export interface Recorded
  extends Pick<FoundObject, 'datasetId' | 'datasetName' | 'version' | 'path' | 'lineageId' | 'asksRequest'> {
  /** Of the object; of files, the SHA-256 of their manifest. */
  id: string;
  /** Bytes; of files, of all together. */
  size: number;
  /** Offsets of files put one after the other in their manifest's order, the end of the last one included. */
  files?: Float64Array;
  /** Of files: what their manifest consists of (see `rememberFileList`). */
  parts?: string;
}

/** What is counted together, of a user or of a reviewer link: files of one version are one download, however many of them are fetched. */
export const recordKey = (holder: string, { id, datasetId, files }: Recorded): string =>
  files ? `${holder}:files:${datasetId}:${id}` : `${holder}:${id}`;
