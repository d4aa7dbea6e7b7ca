import type { Config } from './config.ts';
import type { OnUpgrade } from './database/index.ts';
import type { BodyTimes } from './http/index.ts';
import type { LockTimes } from './ingest/index.ts';

export interface AppOptions {
  config: Config;
  /** ms since 1970. */
  now?: () => number;
  logLevel?: string | false;
  /** Tests: shorter times for slow bodies, and for upload locks. */
  bodyTimes?: BodyTimes;
  lockTimes?: LockTimes;
  /** Tests: ms that a client may read nothing of a download. */
  stalledAfter?: number;
  /** Tests: validates every response against its endpoint's schema. */
  checkAnswers?: boolean;
  /** Folder of the built pages; absent: API only. */
  distFolder?: string;
  /** Called for each migration of a former version's database. */
  onUpgrade?: OnUpgrade;
  /** Called with words when the start waits whether another server still lives. */
  onWaiting?: (words: string) => void;
  /** Called when the process must end: the disk's state is unknown, or the database is of a newer version. */
  onFatal?: (error: unknown) => void;
}
