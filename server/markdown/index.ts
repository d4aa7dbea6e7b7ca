import type { Db } from '../database/index.ts';
import { type Descriptions, descriptions } from './descriptions.ts';
import { renderingsStore } from './renderings.store.ts';

export { renderInThread } from './render-thread.ts';
export type { Descriptions };

/** The descriptions of datasets as HTML and as words. */
export const createDescriptions = (db: Db): Descriptions => descriptions(renderingsStore(db));
