import type { FileHandle } from 'node:fs/promises';

/** What is known of a blob once it is written. */
export interface WrittenBlob {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Unsigned 32-bit, as ZIP wants it. */
  crc32: number;
}

/** A blob opened to be read, perhaps several ranges of it; whoever opens it closes it. */
export interface OpenBlob {
  /** Of a local file: readers with buffers of their own read from it themselves, at positions. */
  file?: FileHandle;
  /** The bytes from `start` (inclusive) to `end` (exclusive), in order, in pieces of the store's choosing. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  /** How many bytes the store says it has; where there is no file that could be asked. @throws BlobFault ENOENT */
  storedSize?(): Promise<number>;
  /**
   * Looks whether the bytes are still those that were recorded; a store's own blobs, which nobody else writes, are.
   * @throws AppError 503 when a file registered in place has changed (decisions §4)
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** What an object store's presigned address makes of the answer. */
export interface PresignedAnswer {
  fileName: string;
  contentType: string;
}

/** The keys that the ledger holds for writing: several servers may share one object store. */
export interface ReservedKeys {
  /** Whoever reserved them is gone. */
  dead: Iterable<string>;
  /** Still being written, by another server or in a resumable upload. */
  alive: Iterable<string>;
}

/**
 * Where bytes lie. Keys are our own random ids, never a name that somebody typed (threat 1). A blob is immutable:
 * written once, read often, deleted. One test suite runs on every kind of store.
 */
export interface BlobStore {
  /**
   * Streams `source` into a new blob, hashing on the way; on return the bytes are durable. When the source or the
   * store fails nothing stays behind.
   * @throws AppError 507 when the storage is full
   */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<WrittenBlob>;
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive), in order, in pieces of the store's choosing.
   * @throws with the code ENOENT (as Node's fs) when it is not there
   */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** @throws with the code ENOENT when it is not there, at the latest with the first bytes that are read */
  open(key: string): Promise<OpenBlob>;
  /** Where the blob is a local file: its path, for `DELIVERY=x-accel`. */
  localPath?(key: string): string;
  /** An address that gives the bytes to whoever holds it, for 15 minutes: for `DELIVERY=redirect` (decisions §5). */
  presign?(key: string, answer: PresignedAnswer): Promise<string>;
  /** No error when it is not there. */
  delete(key: string): Promise<void>;
  /** Removes what interrupted writes left; called once at start. */
  sweep(reserved: ReservedKeys): Promise<void>;
  /** Bytes that can still be written; where the store is a disk, which has an end. */
  free?(): Promise<number>;
  /** Whether the store answers, in bounded time. @throws when it does not */
  ready(): Promise<void>;
}

/** The store's own word on a blob: it is not there, or cannot be given back as it was written. */
export class BlobFault extends Error {
  override name = 'BlobFault';
  code: 'ENOENT' | 'EIO';
  constructor(code: BlobFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether an error is that word, from a store or from the file system. */
export const isBlobFault = (error: unknown, code: BlobFault['code']): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** The one key form that stores accept. */
export const assertKey = (key: string): void => {
  if (!/^[A-Za-z0-9_-]{20}$/.test(key)) throw new Error('not a blob key');
};
