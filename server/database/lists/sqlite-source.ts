import { setImmediate as others } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { foldCase } from '../sqlite/fold-case.ts';
import { prepared } from '../sqlite/statements.ts';
import type { RecordsTable } from '../tables.ts';
import { columns, type ListName, MOST_CHANGES, type Rows, type Source } from './source.ts';

/** Few enough to die young: what the collector moves among the old stays for long. */
const PIECE = 1_000;

/**
 * A thread's own connection to an SQLite file.
 * @param cache KiB of the file that it may keep
 */
export function sqliteSource(file: string, cache: number): Source {
  // It may wait: nothing else does in this thread.
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  database.pragma(`cache_size = -${cache}`);
  foldCase(database);
  const now = database.prepare<[], number>(`select cast(unixepoch('subsec') * 1000 as integer)`).pluck();
  const latest = database.prepare<[], number>('select coalesce(max(seq), 0) from list_changes').pluck();
  // Commits follow one another, and so do the numbers.
  const since = database.prepare<[number, number], { seq: number; list: ListName; row_id: string }>(
    'select seq, list, row_id from list_changes where seq > ? order by seq limit ?',
  );

  function* pieces<Name extends ListName>(list: Name): Generator<Rows[Name][]> {
    const select = `select ${columns[list].join(', ')} from ${list}`;
    const [where, order] =
      list === 'records' ? ['(started_at, id) > (?, ?)', 'started_at, id'] : ['? < 0 and id > ?', 'id'];
    const next = database.prepare<[number, string, number], Rows[Name]>(
      `${select} where ${where} order by ${order} limit ?`,
    );
    let rows: Rows[Name][];
    let after: [number, string] = [Number.MIN_SAFE_INTEGER, ''];
    do {
      rows = next.all(...after, PIECE);
      yield rows;
      const last = rows.at(-1);
      if (last) after = ['started_at' in last ? last.started_at : Number.MIN_SAFE_INTEGER, last.id];
    } while (rows.length === PIECE);
  }

  return {
    async changes(mark) {
      const at = now.get() ?? 0;
      if (!mark) return { mark: { position: latest.get() ?? 0, at }, changes: [] };
      const changes = since.all(mark.position, MOST_CHANGES + 1);
      return { mark: { position: changes.at(-1)?.seq ?? mark.position, at }, changes };
    },
    async *all(list) {
      for (const piece of pieces(list)) {
        yield piece;
        await others();
      }
    },
    async rows(list, ids) {
      const select = `select ${columns[list].join(', ')} from ${list} where id in (select value from json_each(?))`;
      return database.prepare<[string], Rows[typeof list]>(select).all(JSON.stringify(ids));
    },
    async records(ids) {
      const found = prepared(database, 'select * from records where id in (select value from json_each(?))');
      return found.all(JSON.stringify(ids)) as RecordsTable[];
    },
    select: async (sql, parameters) => prepared(database, sql).all(...parameters),
    close: async () => void database.close(),
  };
}
