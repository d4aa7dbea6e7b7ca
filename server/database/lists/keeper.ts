import type { ListCalls } from './messages.ts';
import { RecordsList } from './records-list.ts';
import { type Change, type ListName, MARK_HOLDS, type Mark, MOST_CHANGES, type Source } from './source.ts';
import { UsersList } from './users-list.ts';

/** From so many changes on, an order is made anew rather than corrected row by row. */
const BULK = 1_000;
/** Rows that are fetched at a time. */
const PIECE = 1_000;

interface Lists {
  records: RecordsList;
  users: UsersList;
}

/** The lists, as the database has them at the moment of each question. */
export function listKeeper(source: Source) {
  let kept: { lists: Lists; mark: Mark } | undefined;

  async function load(): Promise<{ lists: Lists; mark: Mark }> {
    const lists = { records: new RecordsList(), users: new UsersList() };
    // First the mark, then the rows: what changes meanwhile is told after it.
    const { mark } = await source.changes(undefined);
    for (const name of ['records', 'users'] as const) {
      lists[name].begin();
      for await (const rows of source.all(name)) for (const row of rows) lists[name].put(row as never);
      lists[name].end();
    }
    return { lists, mark };
  }

  async function take(lists: Lists, name: ListName, ids: string[]): Promise<void> {
    const list = lists[name];
    const bulk = ids.length > BULK;
    // All are read before the first is put: nothing may fail half-way.
    const rows = [];
    for (let n = 0; n < ids.length; n += PIECE)
      rows.push(...(await source.rows(name, ids.slice(n, n + PIECE))));
    const there = new Set(rows.map(({ id }) => id));
    if (bulk) list.begin();
    for (const id of ids) if (!there.has(id)) list.remove(id);
    for (const row of rows) list.put(row as never);
    if (bulk) list.end();
  }

  const idsOf = (changes: Change[], name: ListName): string[] => [
    ...new Set(changes.filter(({ list }) => list === name).map(({ row_id }) => row_id)),
  ];

  return {
    /** Takes in everything committed before it was called. */
    async keepUp(): Promise<void> {
      // What is loaded after the question came has all that it may ask for: there is no need to look again.
      if (!kept) {
        kept = await load();
        return;
      }
      const { lists } = kept;
      const { mark, changes } = await source.changes(kept.mark);
      if (changes.length > MOST_CHANGES || mark.at - kept.mark.at > MARK_HOLDS) {
        kept = undefined;
        kept = await load();
        return;
      }
      for (const name of ['records', 'users'] as const) {
        const ids = idsOf(changes, name);
        if (ids.length > 0) await take(lists, name, ids);
      }
      kept.mark = mark;
    },

    /** After `keepUp`. */
    answer<Name extends keyof ListCalls>(name: Name, ask: ListCalls[Name]['ask']): ListCalls[Name]['answer'] {
      if (!kept) throw new Error('the lists are not loaded');
      const { records, users } = kept.lists;
      const answers: {
        [One in keyof ListCalls]: (ask: ListCalls[One]['ask']) => ListCalls[One]['answer'];
      } = {
        records: (page) => records.page(page),
        recordsBefore: ({ filters, after, size }) => records.before(filters, after, size),
        downloads: ({ from, to }) => records.downloads(from, to),
        users: (page) => users.page(page),
        userCounts: ({ from, to, now }) => users.counts(from, to, now),
        keepUp: () => undefined,
      };
      return answers[name](ask);
    },
  };
}
