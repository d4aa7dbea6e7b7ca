import { stringify } from 'csv-stringify/sync';

/** Lines of RFC 4180; `header`: the lines begin with the columns' names. */
export const csvLines = (rows: readonly object[], columns: readonly string[], header = false): string =>
  stringify([...rows], {
    header,
    bom: header,
    columns: [...columns],
    record_delimiter: 'windows',
    // A cell that begins like a formula gets a leading apostrophe (threat 29).
    escape_formulas: true,
    cast: { boolean: String },
  });

/**
 * A CSV file of rows that come in batches. The first batch is read before the first piece is there: an unreachable
 * database is an error response, not a truncated file.
 */
export async function* csvPieces(
  batches: AsyncGenerator<readonly object[]>,
  columns: readonly string[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  const first = await batches.next();
  yield utf8.encode(csvLines(first.value ?? [], columns, true));
  for await (const rows of batches) yield utf8.encode(csvLines(rows, columns));
}
