import { CsvError, parse } from 'csv-parse/sync';
import { TRICKS } from '../../../contract/characters.ts';

/** Bytes of a file that are looked at. */
export const BEGINNING = 64 * 1024;
/** Columns of a table; one with more is left alone. */
const MOST_COLUMNS = 1_000;
/** Characters of a name; a line of prose is longer. */
const LONGEST_NAME = 200;
/** Rows that must be as long as the header. */
const ROWS = 100;

/** Croissant's types: those of schema.org. */
export type ColumnType = 'sc:Text' | 'sc:Integer' | 'sc:Float' | 'sc:Boolean';

export interface Column {
  /** As in the file. */
  name: string;
  type: ColumnType;
}

export interface Beginning {
  /** The first 64 KiB, or the whole file. */
  bytes: Uint8Array;
  whole: boolean;
  delimiter: ',' | '\t';
}

const REFUSED = new RegExp(`[${TRICKS}\ufffd]`, 'u');
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
/** No more digits than a double keeps, which a missing value makes of whole numbers; `007` is a code. */
const INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
const BOOLEAN = /^(?:true|false|True|False|TRUE|FALSE)$/;

/** The text as far as it holds whole lines; undefined where it has none or is not UTF-8. */
function linesOf({ bytes, whole }: Beginning): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !whole });
  } catch {
    return undefined;
  }
  const end = text.lastIndexOf('\n') + 1;
  return end === 0 ? undefined : whole ? text : text.slice(0, end);
}

/** The rows, the header first; undefined where they are not of one length, or no CSV. */
function rowsOf(text: string, { delimiter, whole }: Beginning): string[][] | undefined {
  const rows: string[][] = [];
  try {
    parse(text, {
      delimiter,
      bom: true,
      skipEmptyLines: true,
      ...(whole ? {} : { to: 1 + ROWS }),
      onRecord: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch (error) {
    // What was cut off may be within quotes.
    if (!(error instanceof CsvError) || whole || error.code !== 'CSV_QUOTE_NOT_CLOSED') return undefined;
  }
  return rows;
}

/** Whether a first line is names: each said once, and none a number, as in a table without a header. */
const isHeader = (names: readonly string[], delimiter: string): boolean =>
  names.length <= MOST_COLUMNS &&
  new Set(names).size === names.length &&
  names.every(
    (name) =>
      name.trim() !== '' && name.length <= LONGEST_NAME && !REFUSED.test(name) && !NUMBER.test(name.trim()),
  ) &&
  // Fields parted by something else.
  !(names.length === 1 && /[;\t,]/.test(names[0]?.replaceAll(delimiter, '') ?? ''));

function typeOf(values: readonly string[]): ColumnType {
  const said = values.filter((value) => value !== '');
  if (said.length === 0) return 'sc:Text';
  if (said.every((value) => INTEGER.test(value))) return 'sc:Integer';
  if (said.every((value) => INTEGER.test(value) || (/[.eE]/.test(value) && NUMBER.test(value))))
    return 'sc:Float';
  return said.every((value) => BOOLEAN.test(value)) ? 'sc:Boolean' : 'sc:Text';
}

/**
 * The columns of a CSV or TSV file, by its first line. Of a file that is longer than what was read every column is text:
 * a later line could break any other type, and readers that cast would lose values in silence.
 * @returns undefined where the first line is not plainly a header
 */
export function columnsOf(beginning: Beginning): Column[] | undefined {
  const text = linesOf(beginning);
  const [names, ...rows] = (text !== undefined && rowsOf(text, beginning)) || [];
  if (!names || !isHeader(names, beginning.delimiter)) return undefined;
  return names.map((name, at) => ({
    name,
    type: beginning.whole ? typeOf(rows.map((row) => row[at] ?? '')) : 'sc:Text',
  }));
}
