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

/** Becomes 1 when a task is to be left. */
export type Stop = Int32Array<SharedArrayBuffer>;

/** The whole of a file: a path, which leads over no link, or an open descriptor. Without its CRC-32 it takes a fifth less (measured). */
export interface FileOrder {
  /** For its progress. */
  task: number;
  file: string | number;
  crc: boolean;
  stop: Stop;
}

/** Why there is no hash; an error's `code` would not come through to the other thread. */
export interface Failure {
  failed: string;
  code?: string;
}

/** How far a file is. */
export interface Progress {
  task: number;
  bytes: number;
}

/** One more piece of a row. `crc`: of what precedes it, to be continued over it; undefined: none is wanted. */
export interface PieceOrder {
  piece: Uint8Array | FileRange;
  crc: number | undefined;
}
