import type { FastifyInstance } from 'fastify';
import { invitationLink } from '../contract/administrators.ts';
import { auditRecorder } from './auth/audit.store.ts';
import { uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { drainable } from './http/draining.ts';
import { limitConfig } from './http/limits.ts';
import { routeMaker } from './http/route.ts';
import { createServer } from './http/server.ts';
import type { AppOptions } from './options.ts';
import { changeCounter } from './shared/versioned-cache.ts';
import { backOfficeRoutes } from './wiring/back-office.ts';
import { downloadRoutes } from './wiring/downloads.ts';
import { identityOf } from './wiring/identity.ts';
import { pageRoutes } from './wiring/pages.ts';
import { peopleRoutes } from './wiring/people.ts';
import { openStorage } from './wiring/storage.ts';
import { visitorRoutes } from './wiring/visitors.ts';
import { workBehind } from './wiring/work.ts';

export interface App {
  server: FastifyInstance;
  /** Makes the first administrator, once; undefined when there is one. */
  firstAdminLink: string | undefined;
  /** Work behind requests, for the demo and tests: mails, progress and hashes done now. */
  settle: () => Promise<void>;
  /** Tells clients to let go of their connections; before `close`, where somebody may still be asking. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

/** What the portal is made of, part by part, in the order in which a reader would ask. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const now = options.now ?? Date.now;
  const server = await createServer({
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    rateLimitFactor: config.rateLimitFactor,
    logLevel: options.logLevel ?? false,
    ...(options.bodyTimes && { bodyTimes: options.bodyTimes }),
  });
  const drain = drainable(server);
  const onError = (error: unknown) => server.log.error({ err: error }, 'work behind the requests failed');

  const changes = changeCounter();
  const storage = await openStorage({ options, now, onError });
  const { folder, db, uploads } = storage;
  const identity = await identityOf({ config, storage, changes, now });
  const work = await workBehind({ config, storage, identity, changes, now, onError });

  const recordChange = auditRecorder(db, now);
  const route = routeMaker(server, {
    identify: identity.sessions.identify,
    recordChange,
    onChange: changes.changed,
    checkAnswers: options.checkAnswers ?? false,
    limitConfig: limitConfig(config.rateLimitFactor),
  });
  const visitors = visitorRoutes({ server, route, config, storage, identity, changes, now });
  peopleRoutes({ route, config, storage, identity, recordChange, now });
  const transfers = downloadRoutes({ route, options, storage, identity, work, now, onError });
  backOfficeRoutes({ route, config, storage, identity, work, recordChange, transfers, now });
  await uploadsRoutes(server, route, { ...uploads, identify: identity.sessions.identify });
  const { distFolder } = options;
  await pageRoutes({ server, config, storage, visitors, changes, distFolder, now });

  // What a crash left half removed goes on.
  work.purges.round().catch(onError);
  work.retention.round().catch(onError);

  const { firstAdmin } = identity;
  let closing = false;
  return {
    server,
    drain,
    firstAdminLink: firstAdmin && invitationLink(config.publicUrl, firstAdmin),
    async settle() {
      await work.reminders.now();
      await work.outbox.flush();
      await transfers.flush();
      // Stopped meanwhile: the rest is the next start's.
      if (closing) return;
      await work.hashes.askForAll();
      await work.scrubbing.look();
      await work.queue.idle();
      await work.purges.round();
      await work.retention.round();
      await uploads.expire();
    },
    async close() {
      closing = true;
      await Promise.all([server.close(), work.queue.stop()]);
      await uploads.stop();
      await transfers.stop();
      await work.stop();
      await db.destroy();
      await storage.room.stop();
      folder.release();
    },
  };
}
