import { listJobs, listMails, resendMail, retryJob } from '../../../contract/jobs.ts';
import { aboutUser } from '../../auth/index.ts';
import type { Route } from '../../http/index.ts';
import type { JobsStore } from './jobs.store.ts';
import type { MailsStore } from './mails.store.ts';

/**
 * Background jobs and mails for administrators.
 * @param poke wakes the job queue
 */
export function jobsRoutes(
  route: Route,
  store: JobsStore,
  mails: MailsStore,
  poke: () => void,
  now: () => number,
): void {
  route(listJobs, ({ query }) => store.list(query));
  route(retryJob, async ({ params, audit }) => {
    await store.retry(params.id, now(), (trx, { subject, kind }) =>
      audit(trx, { subject, before: { kind, state: 'failed' }, after: { kind, state: 'waiting' } }),
    );
    poke();
  });
  route(listMails, ({ query }) => mails.list(query));
  route(resendMail, ({ params, audit }) =>
    mails.resend(params.id, now(), (trx, userId) =>
      audit(trx, { ...aboutUser(userId), before: { mail: 'given up' }, after: { mail: 'waiting' } }),
    ),
  );
}
