import { postgresSource } from './postgres-source.ts';
import type { Source } from './source.ts';
import { sqliteSource } from './sqlite-source.ts';

/** @param where a `postgres://` URL, or the path of an SQLite file */
export const openSource = (where: string): Source =>
  /^postgres(ql)?:/.test(where) ? postgresSource(where) : sqliteSource(where);
