import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createReopening, lastBackupOf } from '../backup/index.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { tryMailServer } from '../mail/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Finding } from './finding.ts';
import { healthStore } from './health.store.ts';
import { portalHealth } from './of-portal.ts';

export { bad, type Finding, ok, warn, wordsOf } from './finding.ts';
export { ofConfig, ofFolder } from './of-environment.ts';

const { version: vitrine } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string };

interface Dependencies {
  db: Db;
  config: Config;
  blobs: BlobStore;
  now: () => number;
}

export interface Health {
  look: () => Promise<Finding[]>;
  versions: () => Promise<{ vitrine: string; node: string; database: string }>;
  /** Keeps in mind that a peer sends forwarding headers which TRUST_PROXY does not name; undefined: none does. */
  noteProxy: (address: string | undefined) => Promise<void>;
}

/** The health of a portal, as its database, its disk and its neighbours tell it. */
export function createHealth({ db, config, blobs, now }: Dependencies): Health {
  const store = healthStore(db);
  const { smtpUrl, dataDir } = config;
  return {
    noteProxy: (address) => store.noteProxy(address),
    versions: async () => ({ vitrine, node: process.versions.node, database: await store.version() }),
    look: () =>
      portalHealth({
        store,
        lastBackup: () => lastBackupOf(db),
        isClosed: async () => (await (await createReopening({ db, now })).state()) !== null,
        free: async () => {
          const { bavail, bsize } = await statfs(dataDir);
          return bavail * bsize;
        },
        objectStore: config.storage ? blobs.ready : undefined,
        mailServer: smtpUrl === undefined ? undefined : () => tryMailServer(smtpUrl),
        dataDir,
        now,
      }),
  };
}
