import { randomBytes } from 'node:crypto';

/** An opaque id: 120 random bits in 20 URL-safe characters. */
export const newId = (): string => randomBytes(15).toString('base64url');

let latest = 0;

/** An opaque id that sorts after all that this process made before: the order of steps in the same millisecond. */
export function newOrderedId(): string {
  latest = Math.max(latest + 1, Date.now() * 1_000);
  return latest.toString(36).padStart(11, '0') + randomBytes(9).toString('base64url');
}
