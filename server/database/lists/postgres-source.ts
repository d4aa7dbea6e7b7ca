import pg from 'pg';
import { columns, type ListName, MOST_CHANGES, type Rows, type Source } from './source.ts';

/** As on SQLite, but each costs a round trip. */
const PIECE = 2_000;
const INT8 = 20;

/** The lists' own connection to PostgreSQL; one that breaks is made anew at the next question. */
export function postgresSource(connectionString: string): Source {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
  };
  let connected: Promise<pg.Client> | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      types: types as never,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => {
      connected = undefined;
    });
    await client.connect();
    return client;
  }

  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    connected ??= connect();
    const mine = connected;
    try {
      const client = await mine;
      return (await client.query(text, [...values])).rows as Row[];
    } catch (error) {
      if (connected === mine) connected = undefined;
      void mine.then((client) => client.end()).catch(() => {});
      throw error;
    }
  }

  async function* pieces<Name extends ListName>(list: Name): AsyncGenerator<Rows[Name][]> {
    const select = `select ${columns[list].join(', ')} from ${list}`;
    const [where, order] =
      list === 'records'
        ? ['(started_at, id) > ($1::bigint, $2)', 'started_at, id']
        : ['$1::bigint is not null and id > $2', 'id'];
    let rows: Rows[Name][];
    let after: [number, string] = [Number.MIN_SAFE_INTEGER, ''];
    do {
      rows = await query(`${select} where ${where} order by ${order} limit ${PIECE}`, after);
      yield rows;
      const last = rows.at(-1);
      if (last) after = ['started_at' in last ? last.started_at : 0, last.id];
    } while (rows.length === PIECE);
  }

  return {
    // Numbers are given in another order than transactions commit in. So what is read again from is the oldest
    // transaction that was under way: everything of earlier ones was seen, or never will be.
    async changes(mark) {
      const [state, ...rows] = await query<{
        position: number;
        at: number;
        list: ListName;
        row_id: string;
      }>(
        `with now as (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as position,
            cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as at)
          select position, at, null as list, null as row_id from now
          union all (select distinct 0, 0::bigint, list, row_id from list_changes where xid >= $1 limit ${MOST_CHANGES + 1})`,
        [mark?.position ?? Number.MAX_SAFE_INTEGER],
      );
      const { position, at } = state ?? { position: 0, at: 0 };
      return { mark: { position, at }, changes: rows };
    },
    all: pieces,
    rows: (list, ids) => query(`select ${columns[list].join(', ')} from ${list} where id = any($1)`, [ids]),
    records: (ids) => query('select * from records where id = any($1)', [ids]),
    select: () => Promise.reject(new Error('PostgreSQL is asked directly')),
    close: async () => (await connected)?.end(),
  };
}
