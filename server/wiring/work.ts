import type { Config } from '../config.ts';
import { readBuiltIn } from '../configuration/built-in.store.ts';
import { archiveHashesStore } from '../datasets/archive-hashes.store.ts';
import { archiveHashes } from '../datasets/archive-hashes.ts';
import { purgeStore } from '../datasets/purge.store.ts';
import { purges as makePurges } from '../datasets/purge.ts';
import { hashPool } from '../hashing/pool.ts';
import { takeInFiles } from '../ingest/ingest-workers.ts';
import { outboxStore } from '../mail/outbox.store.ts';
import { outbox as makeOutbox } from '../mail/outbox.ts';
import { carrierFor } from '../mail/transports.ts';
import { reminders as makeReminders } from '../notices/reminders.ts';
import { jobQueue } from '../queue/queue.ts';
import { retentionStore } from '../retention/retention.store.ts';
import { retention as makeRetention } from '../retention/retention.ts';
import { retentionKeys, retentionOf } from '../retention/retention-keys.ts';
import type { changeCounter } from '../shared/versioned-cache.ts';
import { scrubStore } from '../storage/scrub.store.ts';
import { scrub } from '../storage/scrub.ts';
import type { Identity } from './identity.ts';
import type { Storage } from './storage.ts';

interface Given {
  config: Config;
  storage: Storage;
  identity: Identity;
  changes: ReturnType<typeof changeCounter>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** What runs behind the requests: mails, hashes, what comes in, the scrub, the purge. */
export async function workBehind({ config, storage, identity, changes, now, onError }: Given) {
  const { folder, db, keys, blobs, ledger, reader } = storage;
  const { approval, site } = identity;
  const outbox = makeOutbox({
    store: outboxStore(db, keys.cipher),
    carrier: carrierFor(config),
    now,
    onError,
  });
  const reminders = makeReminders(db, {
    policy: () => approval.policies.read(),
    site: () => site(),
    now,
    onError,
  });
  const pool = hashPool();
  const queue = jobQueue({
    db,
    name: `${folder.instanceId} server `,
    now,
    onEnd: changes.changed,
    onError,
  });
  await queue.takeBack();
  // On disk, each server reads what it has written; an object store's blobs are everybody's.
  const scrubbed = config.storage ? undefined : folder.instanceId;
  const scrubbing = scrub({
    db,
    store: scrubStore(db, scrubbed),
    queue,
    open: ledger.openToCheck,
    pool,
    key: scrubbed ?? 'all',
    now,
    onError,
  });
  const hashes = archiveHashes({
    db,
    store: archiveHashesStore(db),
    queue,
    reader,
    pool,
    suspect: scrubbing.suspect,
    now,
    onError,
  });

  takeInFiles({
    db,
    ledger,
    queue,
    pool,
    roots: config.importRoots,
    owner: folder.instanceId,
    hashSoon: hashes.look,
    now,
  });

  const purges = makePurges({ store: purgeStore(db), ledger, blobs, now, onError });
  const retention = makeRetention({
    store: retentionStore(db),
    periods: async () => retentionOf(await readBuiltIn(db, retentionKeys)),
    now,
    onError,
  });

  return {
    outbox,
    reminders,
    queue,
    scrubbing,
    hashes,
    purges,
    retention,
    async stop(): Promise<void> {
      await reminders.stop();
      await outbox.stop();
      await hashes.stop();
      await scrubbing.stop();
      await pool.close();
      await purges.stop();
      await retention.stop();
    },
  };
}

export type Work = Awaited<ReturnType<typeof workBehind>>;
