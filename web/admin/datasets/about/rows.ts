/** A row of a list in the form: its fields as typed. */
export type Row = Readonly<Record<string, string>>;

/** The lists of identifiers; in the form each is one text, its JSON, as in multipart (contract/dataset-admin.ts). */
export const lists = ['authorList', 'funders', 'relatedWorks'] as const;
export type ListName = (typeof lists)[number];

/** No rows, for what is not a list of rows: a draft may be from another version. */
export function rowsOf(text: string): Row[] {
  try {
    const rows: unknown = JSON.parse(text);
    return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : [];
  } catch {
    return [];
  }
}

export const textOf = (rows: readonly Row[]): string => JSON.stringify(rows);

/** Chosen, not typed: a row with nothing else is blank. */
const CHOSEN = 'relation';

const isBlank = (row: Row): boolean =>
  Object.entries(row).every(([name, value]) => name === CHOSEN || value.trim() === '');

/** Without blank rows and empty fields: as it is sent, and as it is compared. */
export const tidied = (text: string): string =>
  textOf(
    rowsOf(text)
      .filter((row) => !isBlank(row))
      .map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value.trim() !== ''))),
  );

/** The lists of a form's values, tidied. */
export const tidyLists = <Values extends Record<ListName, string>>(values: Values): Values => ({
  ...values,
  ...Object.fromEntries(lists.map((name) => [name, tidied(values[name])])),
});

/** `Family, Given; Family, Given` as rows. */
export const authorsAsRows = (authors: string): Row[] =>
  authors
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => ({ name }));
