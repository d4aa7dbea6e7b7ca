import type { Db } from '../database/index.ts';
import type { WorkerPool } from '../workers/index.ts';
import { type Descriptions, descriptions } from './descriptions.ts';
import { renderingsStore } from './renderings.store.ts';

export { renderInThread } from './descriptions.ts';
export type { Descriptions };

/** The descriptions of datasets as HTML and as words. */
export const createDescriptions = (db: Db, pool: WorkerPool): Descriptions =>
  descriptions(renderingsStore(db), pool);
