import { limits } from './limits.ts';

/**
 * What is written about a dataset besides its name, and of how many characters at most. A column and a form's field of
 * the same name belong to each: a new one is added here, in a migration, `catalogue.ts`, the form and where it shows.
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

/** These alone; what is absent is empty. */
export const textsOf = (of: { [Name in keyof DatasetTexts]?: string | undefined }): DatasetTexts =>
  Object.fromEntries(names.map((name) => [name, of[name] ?? ''])) as DatasetTexts;
