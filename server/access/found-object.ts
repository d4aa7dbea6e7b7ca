import type { ReadableObject } from '../datasets/index.ts';

/** An object with what its headers and its record say. */
export interface FoundObject extends ReadableObject {
  /** Its bytes are the store's own and sound: not registered in place, nor marked. */
  inStore: boolean;
  datasetId: string;
  datasetName: string;
  version: string;
  status: 'draft' | 'published' | 'withdrawn';
  path: string;
  etag: string;
  sha256: string | null;
  supersededAt: number | null;
}

/** What is asked for. */
export interface RequestedObject {
  path: string;
  /** Absent for integrity files, whose path alone says where they belong. */
  datasetId?: string | undefined;
  /** Absent: the current one. */
  revision?: string | undefined;
}
