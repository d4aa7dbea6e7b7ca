/** Collects all items of a stream. */
export async function gather<Piece>(source: AsyncIterable<Piece>): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of source) pieces.push(piece);
  return pieces;
}
