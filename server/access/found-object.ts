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
  path: string;
  etag: string;
  sha256: string | null;
  supersededAt: number | null;
}

/** The object that a request names. */
export interface RequestedObject {
  path: string;
  /** Absent for integrity files, whose URL has the path alone. */
  datasetId?: string | undefined;
  /** Absent: the current one. */
  revision?: string | undefined;
}
