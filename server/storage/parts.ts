/** Bytes of the first parts. S3 requires at least 5 MiB. */
const FIRST_SIZE = 8 * 1024 * 1024;
/** Number of parts after which their size doubles: the total is unknown, and S3 allows 10,000 parts. */
const GROWS_AFTER = 1_500;
export const MOST_PARTS = 10_000;

export interface Part {
  bytes: Buffer;
  /** Whether it is the last part. */
  last: boolean;
  /** Returns the part's buffer for reuse. */
  release: () => void;
}

/**
 * Size of the part with this index, from 0. All 10,000 hold 1.2 TiB; the first 100 GiB need parts of 64 MiB at most.
 */
export const partSize = (index: number): number => FIRST_SIZE * 2 ** Math.floor(index / GROWS_AFTER);

/**
 * Splits a stream into the parts of a multipart upload: at least one, all but the last of full size. Memory: the part
 * being filled and those not yet released.
 */
export async function* cutIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const free: Buffer[] = [];
  let index = 0;
  let filled = 0;
  const take = () => {
    const size = partSize(index);
    const old = free.pop();
    return old?.length === size ? old : Buffer.allocUnsafeSlow(size);
  };
  let part = take();
  const giveOut = (last: boolean): Part => {
    const bytes = part.subarray(0, filled);
    const whole = part;
    return { bytes, last, release: () => free.push(whole) };
  };
  for await (const chunk of source) {
    let rest = chunk;
    while (rest.length > 0) {
      // A full part is held until more bytes arrive: only then it is not the last.
      if (filled === part.length) {
        yield giveOut(false);
        index++;
        part = take();
        filled = 0;
      }
      const piece = rest.subarray(0, part.length - filled);
      part.set(piece, filled);
      filled += piece.length;
      rest = rest.subarray(piece.length);
    }
  }
  yield giveOut(true);
}
