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
  /** When a waiting one is tried (again); null for all others. */
  runAt: z.string().nullable(),
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

export const mailStates = ['waiting', 'failing', 'sent', 'givenUp'] as const;

/** A mail of the outbox, without its words: a code or a link in them is for its reader alone. */
export const queuedMail = z.object({
  id: z.string(),
  recipient: z.string(),
  about: z.enum(['decision', 'other']),
  /** `failing`: it is tried again by itself, every 30 s at most, for 5 days. */
  state: z.enum(mailStates),
  attempts: z.number(),
  /** What the last try failed of; empty when nothing did. */
  note: z.string(),
  createdAt: z.string(),
  /** When a waiting or failing one is tried next; null for all others. */
  runAt: z.string().nullable(),
  /** When it was sent or given up. */
  endedAt: z.string().nullable(),
  /** Whether its words are still there, so that a given-up one can be sent again. */
  canResend: z.boolean(),
});
export type QueuedMail = z.infer<typeof queuedMail>;

/** Without `state`: what has not left, waiting, failing or given up. */
export const listMails = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/mails',
  who: { kind: 'admin', tag: 'job:mail:read' },
  query: listQuery(['createdAt'], {
    state: z.enum(mailStates).optional(),
    keyword: z.string().trim().max(200).optional(),
  }),
  data: listOf(queuedMail),
});

/** Gives a given-up mail its tries anew. 409 when it was not given up, or its words are not kept. */
export const resendMail = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/mails/:id/resend',
  who: { kind: 'admin', tag: 'job:mail:write' },
  params: z.strictObject({ id: z.string() }),
});
