/** What is known of a blob once it is written. */
export interface WrittenBlob {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** Unsigned 32-bit, as ZIP wants it. */
  crc32: number;
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
  /** The bytes from `start` (inclusive) to `end` (exclusive), in order, in pieces of the store's choosing. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** No error when it is not there. */
  delete(key: string): Promise<void>;
  /** Removes what interrupted writes left; called once at start. */
  sweep(): Promise<void>;
}

/** The one key form that stores accept. */
export const assertKey = (key: string): void => {
  if (!/^[A-Za-z0-9_-]{20}$/.test(key)) throw new Error('not a blob key');
};
