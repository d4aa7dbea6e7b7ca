import type { FileHandle } from 'node:fs/promises';

/** A blob's size and hashes, known once it is written. */
export interface WrittenBlob {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Unsigned 32-bit, as ZIP wants it. */
  crc32: number;
}

/** An open blob, for reading ranges; the caller closes it. */
export interface OpenBlob {
  /** For a local file: callers read into their own buffers, at positions. */
  file?: FileHandle;
  /** The bytes from `start` (inclusive) to `end` (exclusive), in order, in chunks of any size. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  /**
   * Size by the store; where there is no local file to stat.
   * @throws BlobFault ENOENT
   */
  storedSize?(): Promise<number>;
  /**
   * Checks that the file is unchanged; a no-op for the store's own blobs, which are immutable.
   * @throws AppError 503 when a file registered in place has changed (decisions §4)
   */
  verify(): Promise<void>;
  close(): Promise<void>;
}

/** Response headers to sign into an object store's presigned URL. */
export interface PresignedAnswer {
  fileName: string;
  contentType: string;
}

/** Keys that the ledger has reserved for writing: several servers may share one object store. */
export interface ReservedKeys {
  /** Their owner has died. */
  dead: Iterable<string>;
  /** Still being written, by another server or as a resumable upload. */
  alive: Iterable<string>;
}

/**
 * A store of bytes. Keys are our own random ids, never user input (threat 1). A blob is immutable: written once, read
 * often, deleted. One test suite runs on every kind of store.
 */
export interface BlobStore {
  /**
   * Streams `source` into a new blob, hashing on the way; on return the bytes are durable. After a failure nothing is
   * left behind.
   * @throws AppError 507 when the storage is full
   */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<WrittenBlob>;
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive), in order, in chunks of any size.
   * @throws with the code ENOENT (as Node's fs) when it is missing
   */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** @throws with the code ENOENT when it is missing, at the latest when its first bytes are read */
  open(key: string): Promise<OpenBlob>;
  /** The path of a local file, for `DELIVERY=x-accel`. */
  localPath?(key: string): string;
  /** A presigned URL, valid for 15 minutes without further authentication: for `DELIVERY=redirect` (decisions §5). */
  presign?(key: string, answer: PresignedAnswer): Promise<string>;
  /** On return all of them are gone for good; missing blobs are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** The keys of everything in the store, whole or being written, in any order. */
  keys(): AsyncIterable<string>;
  /** Removes the remains of interrupted writes; called once at start. */
  sweep(reserved: ReservedKeys): Promise<void>;
  /** Free bytes; only where the store is a local disk. */
  free?(): Promise<number>;
  /**
   * Health check, in bounded time.
   * @throws when the store does not respond
   */
  ready(): Promise<void>;
}

/** An error about one blob: it is missing, or cannot be read as it was written. */
export class BlobFault extends Error {
  override name = 'BlobFault';
  code: 'ENOENT' | 'EIO';
  constructor(code: BlobFault['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Whether an error is such a fault, of a store or of the file system. */
export const isBlobFault = (error: unknown, code: BlobFault['code']): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Accepts only the form of our ids. */
export const assertKey = (key: string): void => {
  if (!/^[A-Za-z0-9_-]{20}$/.test(key)) throw new Error('not a blob key');
};
