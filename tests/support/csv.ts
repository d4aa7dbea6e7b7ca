/** The rows of a CSV file by RFC 4180: quoted fields may hold commas, line breaks and doubled quotes. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|$)/gy;
  const body = text.replace(/^\ufeff/, '');
  while (cell.lastIndex < body.length) {
    const match = cell.exec(body);
    if (!match) throw new Error('this is no CSV');
    const [, value = '', end] = match;
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The same, each row by the names in the first one. */
export function csvRecords(text: string): Record<string, string>[] {
  const [names = [], ...rows] = csvRows(text);
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i] ?? ''])));
}
