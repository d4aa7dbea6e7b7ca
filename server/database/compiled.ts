import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Queries } from './open.ts';
import { Parameter } from './parameter.ts';

/**
 * A query that is compiled once and executed often: compiling costs more than SQLite's execution. Only for hot paths:
 * each range of a download, each sign-in.
 * @param build builds the query; `parameter('x')` is the placeholder of the value `x`
 * @returns executes it with values, on the database or a transaction, for all rows
 */
export function compiled<Values extends Record<string, string | number | null>, Row>(
  db: Db,
  build: (parameter: <Name extends keyof Values>(name: Name) => Values[Name]) => Compilable<Row>,
): (values: Values, on?: Queries) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (values, on = db) => {
    // Passed through the builder as a value: the SQL text depends only on what is not a value.
    query ??= build((name) => new Parameter(name) as unknown as Values[typeof name]).compile();
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await on.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
