/**
 * Counts the bytes of HTTP/1.1 answers' bodies as they pass, heads left out; for answers that say their length, or have
 * no body. A connection that breaks in a body ends its count there.
 */
export function bodyCounter() {
  let head = '';
  /** Bytes of a body that are still to come; undefined: in a head. */
  let left: number | undefined;
  let counted = 0;
  return {
    bytes: () => counted,
    take(piece: Buffer): void {
      let at = 0;
      while (at < piece.length) {
        if (left !== undefined && left > 0) {
          const part = Math.min(left, piece.length - at);
          counted += part;
          left -= part;
          at += part;
          continue;
        }
        left = undefined;
        const from = head.length;
        head += piece.toString('latin1', at);
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        at += end + 4 - from;
        const length = /^content-length: *(\d+)/im.exec(head.slice(0, end));
        const bodiless = /^HTTP\/1\.1 (1\d\d|204|304)/.test(head);
        left = bodiless ? 0 : Number(length?.[1] ?? 0);
        head = '';
      }
    },
  };
}
