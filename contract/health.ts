import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** `ok`: as it should be. `warn`: it works, and an operator should know. `bad`: it must be mended. */
export const healthStates = ['bad', 'warn', 'ok'] as const;

/** What a check found. Its words are the catalogue's, by its id; the values fill their places. */
const finding = z.object({
  id: z.string(),
  state: z.enum(healthStates),
  /** Counts, bytes, seconds, ms since 1970, or words. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type HealthFinding = z.infer<typeof finding>;

/** As `vitrine doctor`, from within the server. */
export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/health',
  who: { kind: 'admin', tag: 'system:health:read' },
  data: z.object({
    findings: z.array(finding),
    /** Of Vitrine, Node and the database. */
    versions: z.object({ vitrine: z.string(), node: z.string(), database: z.string() }),
    startedAt: z.string(),
    /** The servers that live on this database, by name. */
    servers: z.array(
      z.object({
        name: z.string(),
        /** The one that answers. */
        isOwn: z.boolean(),
        version: z.string(),
        startedAt: z.string(),
        /** Its last sign: within seconds, or half a minute where it is in trouble. */
        seenAt: z.string(),
        /** Downloads that it sends now. */
        downloads: z.int(),
      }),
    ),
    /** What `vitrine` is called where the server runs, for the words of the findings. */
    command: z.string(),
  }),
});
