import type { Db } from '../database/index.ts';
import type { WorkerPool } from '../workers/index.ts';
import { type Descriptions, descriptions } from './descriptions.ts';
import { renderingsStore } from './renderings.store.ts';

export { renderInThread } from './descriptions.ts';
export type { Descriptions };

/** The datasets' descriptions as HTML and as plain text. */
export const createDescriptions = (db: Db, pool: WorkerPool): Descriptions =>
  descriptions(renderingsStore(db), pool);
