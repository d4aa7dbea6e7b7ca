import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, Queries } from './open.ts';
import { Parameter } from './parameter.ts';

/**
 * A query that is built once and asked often: building it costs more than SQLite takes to answer. For what each range
 * of a download asks, and each file that comes in and each sign-in writes, and little else.
 * @param build makes the query; `parameter('x')` stands where the value of `x` goes
 * @returns asks it with values, of the database or within a transaction on it, for all rows
 */
export function compiled<Values extends Record<string, string | number | null>, Row>(
  db: Db,
  build: (parameter: <Name extends keyof Values>(name: Name) => Values[Name]) => Compilable<Row>,
): (values: Values, on?: Queries) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (values, on = db) => {
    // It passes through as any value would: only the text of the query depends on what is no value.
    query ??= build((name) => new Parameter(name) as unknown as Values[typeof name]).compile();
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof Values] : value,
    );
    const { rows } = await on.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
