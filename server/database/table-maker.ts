import type { CreateTableBuilder, Kysely } from 'kysely';

type Column = 'text' | 'bigint' | 'integer';
type Columns = Record<string, Column | `${Column}?`>;

/** `text` and `bigint` mean the same in both databases; `?` marks a nullable column. */
function columns(
  table: CreateTableBuilder<string, never>,
  list: Columns,
): CreateTableBuilder<string, string> {
  let builder = table as CreateTableBuilder<string, string>;
  for (const [name, type] of Object.entries(list)) {
    const nullable = type.endsWith('?');
    const bare = (nullable ? type.slice(0, -1) : type) as Column;
    builder = builder.addColumn(name, bare, (column) => (nullable ? column : column.notNull()));
  }
  return builder;
}

/** Short forms for migrations. Their meaning must never change: released migrations use them. */
export function tableMaker({ schema }: Kysely<never>) {
  return {
    async table(name: string, key: string, list: Columns): Promise<void> {
      await columns(schema.createTable(name) as never, list)
        .addPrimaryKeyConstraint(`${name}_key`, [key])
        .execute();
    },

    index: (name: string, on: string, cols: string[]): Promise<void> =>
      schema.createIndex(name).on(on).columns(cols).execute(),

    /** Adds nullable columns to a table that may have rows. */
    async addColumns(name: string, list: Record<string, `${Column}?`>): Promise<void> {
      for (const [column, type] of Object.entries(list)) {
        await schema
          .alterTable(name)
          .addColumn(column, type.slice(0, -1) as Column)
          .execute();
      }
    },
  };
}
