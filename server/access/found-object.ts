import type { ReadableObject } from '../datasets/index.ts';

/** An object with the values for its response headers and its download record. */
export interface FoundObject extends ReadableObject {
  /** Its bytes are in the blob store and sound: not registered in place, without an integrity fault. */
  inStore: boolean;
  datasetId: string;
  datasetName: string;
  version: string;
  status: 'draft' | 'published' | 'withdrawn';
  /** UTC day from which its bytes are handed out. */
  embargoUntil: string | null;
  lineageId: string;
  /** The set of terms that its lineage asks for. */
  termsId: string | null;
  /** Whether its lineage asks for a granted request. */
  asksRequest: boolean;
  path: string;
  etag: string;
  sha256: string | null;
  supersededAt: number | null;
  /** A file of it that was purged, and how many more. */
  purged: { path: string; more: number } | null;
}

/** The object that a request names. */
export interface RequestedObject {
  path: string;
  /** Absent for integrity files, whose URL has the path alone. */
  datasetId?: string | undefined;
  /** Absent: the current one. */
  revision?: string | undefined;
}

/** A file of a version, and the version's files together. */
export interface FoundFile extends FoundObject {
  /** In the order of the manifest. */
  index: number;
  files: {
    /** SHA-256 of the manifest. */
    release: string;
    /** Of the files put one after the other, the end of the last one included. */
    offsets: Float64Array;
    /** The dataset's. */
    path: string;
    /** What the manifest consists of: see `rememberFileList`. */
    parts: string;
  };
}

/** The file that a request names. */
export interface RequestedFile {
  datasetId: string;
  /** Its entry name in the dataset's ZIP. */
  path: string;
  /** SHA-256 of the manifest that the address was made from; absent: whichever is current. */
  release?: string | undefined;
}
