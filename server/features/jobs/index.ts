import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { jobsRoutes } from './jobs.routes.ts';
import { jobsStore } from './jobs.store.ts';
import { mailsStore } from './mails.store.ts';

export { jobsStore, mailsStore };

/** Lists of jobs and mails, and their retry. */
export const serveJobs = (
  route: Route,
  { db, poke, now }: { db: Db; poke: () => void; now: () => number },
): void => jobsRoutes(route, jobsStore(db), mailsStore(db), poke, now);
