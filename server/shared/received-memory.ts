/**
 * Frees the memory of a received chunk. Each has an ArrayBuffer of its own, outside V8's heap; left to the garbage
 * collector, it triggers a full collection every few tens of megabytes, which takes up to a third of the server's CPU
 * time and blocks the event loop (docs/decisions/0022).
 */
export function free({ buffer, byteLength }: Buffer): void {
  // A view of a larger buffer must not be freed.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
