import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createReopening, lastBackupOf } from '../backup/index.ts';
import type { Config } from '../config.ts';
import type { Db } from '../database/index.ts';
import { tryMailServer } from '../mail/index.ts';
import type { Servers } from '../servers/index.ts';
import { vitrineVersion } from '../shared/version.ts';
import type { BlobStore } from '../storage/index.ts';
import { figuresStore } from './figures.store.ts';
import type { Finding } from './finding.ts';
import { healthStore } from './health.store.ts';
import { portalHealth, unsafeSettings } from './of-portal.ts';

export { bounded } from './bounded.ts';
export { type FiguresStore, figuresStore } from './figures.store.ts';
export { bad, type Finding, ok, warn, wordsOf } from './finding.ts';
export { ofConfig, ofFolder } from './of-environment.ts';

interface Dependencies {
  db: Db;
  servers: Pick<Servers, 'live' | 'conflicts'>;
  config: Config;
  blobs: BlobStore;
  now: () => number;
  /** The machine's clock, which is to be that of the database. */
  machineTime: () => number;
}

export interface Health {
  look: () => Promise<Finding[]>;
  /** What a start must say at once: settings of the database by which acknowledged writes are lost. */
  unsafeSettings: () => Promise<Finding[]>;
  versions: () => Promise<{ vitrine: string; node: string; database: string }>;
  /** Keeps in mind that a peer sends forwarding headers which TRUST_PROXY does not name; undefined: none does. */
  noteProxy: (address: string | undefined) => Promise<void>;
}

/** Free bytes and all of the disk that a folder is on. */
export async function diskOf(folder: string): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** The health of a portal, as its database, its disk and its neighbours tell it. */
export function createHealth({ db, servers, config, blobs, now, machineTime }: Dependencies): Health {
  const store = healthStore(db);
  const { smtpUrl, dataDir, storage } = config;
  const figures = figuresStore(db);
  return {
    noteProxy: (address) => store.noteProxy(address),
    versions: async () => ({
      vitrine: vitrineVersion,
      node: process.versions.node,
      database: await store.version(),
    }),
    unsafeSettings: () => unsafeSettings(store),
    look: () =>
      portalHealth({
        store,
        servers,
        isNamed: config.serverName !== undefined,
        figures,
        lastBackup: () => lastBackupOf(db),
        isClosed: async () => (await (await createReopening({ db, now })).state()) !== null,
        disk: () => diskOf(dataDir),
        place: storage ? `s3://${storage.bucket}/${storage.prefix}` : join(dataDir, 'blobs'),
        objectStore: storage ? blobs.ready : undefined,
        mailServer:
          smtpUrl === undefined
            ? undefined
            : { host: new URL(smtpUrl).host, attempt: () => tryMailServer(smtpUrl) },
        dataDir,
        adminInstitutions: config.institutions.filter(({ forAdmins }) => forAdmins),
        now,
        machineTime,
      }),
  };
}
