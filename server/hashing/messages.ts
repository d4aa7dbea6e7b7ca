/** Result of one pass over bytes. */
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
  /** Modification time of the file, microseconds since 1970. */
  mtimeUs: number;
}

/** A range of an open file, by its descriptor, which all threads share; `end` is exclusive. */
export interface FileRange {
  fd: number;
  start: number;
  end: number;
}

/** Set to 1 to cancel a task. */
export type Stop = Int32Array<SharedArrayBuffer>;

/**
 * A complete file: a path without symbolic links, or an open descriptor. Omitting the CRC-32 saves a fifth of the time
 * (measured).
 */
export interface FileOrder {
  /** Identifies its progress messages. */
  task: number;
  file: string | number;
  crc: boolean;
  stop: Stop;
}

/** A failed hash; an error's `code` would be lost in the message to the other thread. */
export interface Failure {
  failed: string;
  code?: string;
}

/** Progress of a file. */
export interface Progress {
  task: number;
  bytes: number;
}

/** The next piece of a sequence. `crc`: the CRC-32 so far, to be continued; undefined: not requested. */
export interface PieceOrder {
  piece: Uint8Array | FileRange;
  crc: number | undefined;
}
