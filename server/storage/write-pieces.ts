import type { FileHandle } from 'node:fs/promises';

/** Writes all chunks from a position on, without concatenating them; writev may write less than requested. */
export async function writePieces(
  file: FileHandle,
  pieces: readonly Uint8Array[],
  at: number,
): Promise<void> {
  let rest = [...pieces];
  let position = at;
  while (rest.length > 0) {
    let { bytesWritten } = await file.writev(rest, position);
    position += bytesWritten;
    let whole = 0;
    for (; whole < rest.length && bytesWritten >= (rest[whole] as Uint8Array).length; whole++) {
      bytesWritten -= (rest[whole] as Uint8Array).length;
    }
    rest = rest.slice(whole);
    if (bytesWritten > 0) rest[0] = (rest[0] as Uint8Array).subarray(bytesWritten);
  }
}
