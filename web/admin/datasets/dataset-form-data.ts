import { textsOf } from '../../../contract/dataset-texts.ts';
import { limits } from '../../../contract/limits.ts';

/** The text fields of addDataset and updateDataset, as typed. */
export const emptyDataset = {
  name: '',
  version: '',
  modalityName: '',
  path: '',
  ...textsOf({}),
};
export type DatasetValues = typeof emptyDataset;

export interface DatasetFiles {
  samples?: File | undefined;
  desc?: File | undefined;
  archive?: File | undefined;
}

/** Decisions §4: fields before files, since the server streams each file as it arrives. */
export function datasetFormData(fields: Partial<Record<string, string>>, files: DatasetFiles): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const name of ['samples', 'desc', 'archive'] as const) {
    const file = files[name];
    if (file) form.append(name, file);
  }
  return form;
}

/** Total bytes of the files: approximates the request's size. */
export const bytesOf = ({ samples, desc, archive }: DatasetFiles): number =>
  [samples, desc, archive].reduce((sum, file) => sum + (file?.size ?? 0), 0);

/** Whether the fields fit into a JSON body; multipart has room for every permitted text. */
export const fitsJson = (fields: object): boolean =>
  new Blob([JSON.stringify(fields)]).size <= limits.jsonBody;

/** Only changed fields are sent: two administrators may edit different fields of one dataset. */
export const changedFields = (before: DatasetValues, after: DatasetValues): Partial<DatasetValues> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof DatasetValues]),
  );
