/** What is found out about bytes in one pass. */
export interface Digested {
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface Hashed extends Digested {
  /** Unsigned 32-bit, as ZIP wants it. */
  crc32: number;
}

export interface HashedFile extends Hashed {
  /** When the file was last written, in microseconds since 1970. */
  mtimeUs: number;
}

/** A run of an open file's bytes, by its descriptor, which all threads share; `end` is exclusive. */
export interface FileRange {
  fd: number;
  start: number;
  end: number;
}

export type Stop = Int32Array<SharedArrayBuffer>;

/** To a worker, several in one message. `stop` becomes 1 when the task is to be left. */
export type Order =
  /** The whole of a file: a path, which leads over no link, or an open descriptor. Without its CRC-32 it takes a fifth less (measured). */
  | { task: number; do: 'file'; file: string | number; crc: boolean; stop: Stop }
  /** One more piece; the first one begins the row. `crc`: of what precedes the piece, to be continued over it. */
  | { task: number; do: 'add'; piece: Uint8Array | FileRange; crc: number | undefined; stop: Stop }
  /** No more of them. */
  | { task: number; do: 'end' }
  /** Forget what was sent of them. */
  | { task: number; do: 'drop' };

/** From a worker, several in one message: an order's answer, `drop` has none, or progress on the way to it. */
export type Report =
  | { task: number; is: 'progress'; bytes: number }
  | { task: number; is: 'added'; bytes: number; crc: number | undefined }
  /** `crc32` and `mtimeUs` where they were asked for and there are any. */
  | { task: number; is: 'hashed'; hashed: Digested & Partial<HashedFile> }
  | { task: number; is: 'failed'; message: string; code: string | undefined };
