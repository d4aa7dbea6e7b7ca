import type { Config } from './config.ts';
import type { OnUpgrade } from './database/index.ts';
import type { BodyTimes } from './http/index.ts';
import type { LockTimes } from './ingest/index.ts';

export interface AppOptions {
  config: Config;
  /** ms since 1970. */
  now?: () => number;
  logLevel?: string | false;
  /** Tests: shorter times for slow bodies, and for a lock of an upload. */
  bodyTimes?: BodyTimes;
  lockTimes?: LockTimes;
  /** Tests: ms that a client may take nothing of a download. */
  stalledAfter?: number;
  /** Tests: every answer must be of its endpoint's shape. */
  checkAnswers?: boolean;
  /** Where the built pages lie; absent: calls only. */
  distFolder?: string;
  /** Told of each step that brings an older portal's database up to date. */
  onUpgrade?: OnUpgrade;
  /** Told when the process must end because the disk's state is unknown. */
  onFatal?: (error: unknown) => void;
}
