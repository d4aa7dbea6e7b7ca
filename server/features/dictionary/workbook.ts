import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { type DictEntry, dictEntry } from '../../../contract/dictionary-entry.ts';

const columns = Object.keys(dictEntry.shape) as (keyof DictEntry)[];
/** Column widths in characters of the sheet's font. */
const widths: Partial<Record<keyof DictEntry, number>> = { dictLabel: 40, remark: 40, dictSort: 10 };

/** An .xlsx file of one sheet: a header with the fields' names, then a row for each entry. */
export function workbook(entries: readonly DictEntry[]): Promise<Buffer> {
  const rows: SheetData = [
    columns.map((name) => ({ value: name, fontWeight: 'bold' })),
    ...entries.map((entry) =>
      columns.map((name) => {
        const value = entry[name];
        // Explicit type: text that looks like a formula stays text (threat 29).
        if (typeof value === 'number') return { value, type: Number };
        if (typeof value === 'boolean') return { value, type: Boolean };
        return { value, type: String };
      }),
    ),
  ];
  return writeXlsxFile(rows, {
    sheet: 'Dictionary',
    stickyRowsCount: 1,
    columns: columns.map((name) => ({ width: widths[name] ?? 24 })),
  }).toBuffer();
}
