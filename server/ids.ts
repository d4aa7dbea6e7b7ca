import { randomBytes } from 'node:crypto';

/** An opaque id: 120 random bits in 20 URL-safe characters. */
export const newId = (): string => randomBytes(15).toString('base64url');
