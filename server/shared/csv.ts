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
