import { hashSync } from '@node-rs/argon2';

/** The first administrator of the tests' portals. */
export const ADMIN = { username: 'admin@example.org', password: 'window seats for quiet readers' };

/** A hash that the portal verifies in no time: its own for administrators takes 60 to 240 ms of a processor. */
export const cheapHash = (password: string): string =>
  hashSync(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
