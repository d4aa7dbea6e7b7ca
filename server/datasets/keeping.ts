import { DAY } from '../shared/time.ts';

/** Retention of trashed files and superseded revisions (decisions §4 and §5), in ms. */
export const KEPT_FOR = 30 * DAY;
