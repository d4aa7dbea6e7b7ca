import { randomBytes, randomFillSync } from 'node:crypto';

const ID_BYTES = 15;
/** Random bytes are generated for many ids at a time: each request needs one. */
const pool = Buffer.allocUnsafeSlow(ID_BYTES * 128);
let used = pool.length;

/**
 * An opaque id: 120 random bits in 20 URL-safe characters. It does not begin with a hyphen: exports would give it the
 * apostrophe of a formula, and commands would take it for an option.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  const id = pool.toString('base64url', used - ID_BYTES, used);
  return id.startsWith('-') ? newId() : id;
}

let latest = 0;

/** An opaque id that sorts after all earlier ones of this process: orders rows of the same millisecond. */
export function newOrderedId(): string {
  latest = Math.max(latest + 1, Date.now() * 1_000);
  return latest.toString(36).padStart(11, '0') + randomBytes(9).toString('base64url');
}
