import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Null: downloads are open. Else the portal was restored from a backup, and an owner has not opened them yet. */
const restored = z
  .object({
    /** When the backup's snapshot of the database was made. */
    snapshotAt: z.string(),
    restoredAt: z.string(),
    /** People whose approval holds now, and administrators who may sign in. */
    approved: z.number(),
    administrators: z.number(),
  })
  .nullable();

export const getRestored = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/restored',
  who: { kind: 'any-admin' },
  data: restored,
});

/** Opens downloads after a restore: owners only. 409 when they are open. */
export const openDownloads = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/restored/open',
  who: { kind: 'admin', tag: 'restored:downloads:write' },
});
