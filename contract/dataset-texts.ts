import { limits } from './limits.ts';

/**
 * The text fields of a dataset besides its name, each with its longest length in characters. A column and a form field
 * have the same names: add a new one here, in a migration, `catalogue.ts`, the form and where it is shown.
 */
export const datasetTexts = {
  /** Markdown. */
  detail: limits.textCharacters,
  license: 200,
  /** `Family, Given; Family, Given`. */
  authors: 4_000,
  citation: 4_000,
  /** Comma-separated. */
  keywords: 1_000,
};
export type DatasetTexts = Record<keyof typeof datasetTexts, string>;

const names = Object.keys(datasetTexts) as (keyof DatasetTexts)[];

/** Picks these fields; absent ones become empty. */
export const textsOf = (of: { [Name in keyof DatasetTexts]?: string | undefined }): DatasetTexts =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? ''])) as DatasetTexts;

/** Picks those of these fields that are given. */
export const givenTexts = (
  of: { [Name in keyof DatasetTexts]?: string | undefined },
): Partial<DatasetTexts> =>
  Object.fromEntries(names.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])));
