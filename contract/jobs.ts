import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const;

/** A background job. `done` of `total` in a unit of the kind's own; `total` is 0 until known. */
export const job = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string(),
  state: z.enum(jobStates),
  done: z.number(),
  total: z.number(),
  attempts: z.number(),
  /** Error of the last attempt; empty without one. */
  note: z.string(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  /** When a waiting job is next attempted; null in other states. */
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

/** Retries a failed job at once. */
export const retryJob = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/jobs/:id/retry',
  who: { kind: 'admin', tag: 'job:list:write' },
  params: z.strictObject({ id: z.string() }),
});

export const mailStates = ['waiting', 'failing', 'sent', 'givenUp'] as const;

/** A mail of the outbox, without its text: a code or a link in it is for the recipient only. */
export const queuedMail = z.object({
  id: z.string(),
  recipient: z.string(),
  about: z.enum(['decision', 'other']),
  /** `failing`: retried automatically, every 30 s at most, for 5 days. */
  state: z.enum(mailStates),
  attempts: z.number(),
  /** Error of the last attempt; empty without one. */
  note: z.string(),
  createdAt: z.string(),
  /** When a waiting or failing mail is next attempted; null in other states. */
  runAt: z.string().nullable(),
  /** When it was sent or given up. */
  endedAt: z.string().nullable(),
  /** Whether its text is still stored, so that a given-up mail can be resent. */
  canResend: z.boolean(),
});
export type QueuedMail = z.infer<typeof queuedMail>;

/** Without `state`: the unsent ones (waiting, failing, given up). */
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

/** Restarts the attempts of a given-up mail. 409 when it was not given up, or its text is no longer stored. */
export const resendMail = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/mails/:id/resend',
  who: { kind: 'admin', tag: 'job:mail:write' },
  params: z.strictObject({ id: z.string() }),
});
