import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;

/** Work behind the requests. `done` of `total` in a unit of the kind's own; `total` is 0 until known. */
export const job = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(jobStates),
  done: z.number(),
  total: z.number(),
  attempts: z.number(),
  /** What the last try failed of; empty when nothing did. */
  note: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
export type Job = z.infer<typeof job>;

export const listJobs = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/jobs',
  who: { kind: 'admin', tag: 'job:list:read' },
  query: listQuery(['createdAt'], {
    state: z.enum(jobStates).optional(),
    kind: z.string().max(50).optional(),
  }),
  data: listOf(job),
});

/** Runs a failed job once more, at once. */
export const retryJob = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/jobs/:id/retry',
  who: { kind: 'admin', tag: 'job:list:write' },
  params: z.strictObject({ id: z.string() }),
});
