/**
 * Frees the memory of a piece that was received and is done with. Each has its own, outside V8's heap; left to the
 * collector, that memory presses for a whole collection every few tens of megabytes, which takes up to a third of the
 * server's CPU time and holds the event loop (docs/decisions/0022).
 */
export function free({ buffer, byteLength }: Buffer): void {
  // A part of something larger is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
