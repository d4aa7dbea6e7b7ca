import { postgresSource } from './postgres-source.ts';
import type { Source } from './source.ts';
import { sqliteSource } from './sqlite-source.ts';

/** KiB, what SQLite is built with here. */
const USUAL_CACHE = 16_000;

/**
 * @param where a `postgres://` URL, or the path of an SQLite file
 * @param cache KiB of an SQLite file that it may keep
 */
export const openSource = (where: string, cache = USUAL_CACHE): Source =>
  /^postgres(ql)?:/.test(where) ? postgresSource(where) : sqliteSource(where, cache);
