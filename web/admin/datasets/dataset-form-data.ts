import type { AdminDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import { textsOf } from '../../../contract/dataset-texts.ts';
import type { listVersions } from '../../../contract/dataset-versions.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { limits } from '../../../contract/limits.ts';
import type { DataOf } from '../../api/call.ts';
import { lists, tidied } from './about/rows.ts';

/** The text fields of addDataset and updateDataset, as typed. */
export const emptyDataset = {
  name: '',
  version: '',
  modalityName: '',
  path: '',
  ...textsOf({}),
  /** What releases.md adds; the lists as JSON, which both JSON and multipart bodies take. */
  note: '',
  embargoUntil: '',
  filesVisible: 'public',
  columnsVisible: 'approved',
  doi: '',
  conceptDoi: '',
  authorList: '[]',
  funders: '[]',
  relatedWorks: '[]',
};
export type DatasetValues = typeof emptyDataset;

/** The values of a dataset's form. `versions` is what the back office tells of its lineage. */
export function valuesOf(
  dataset: AdminDataset,
  { identifiers, versions }: DataOf<typeof listVersions>,
): DatasetValues {
  const { authorList, funders, relatedWorks, doi, conceptDoi } = identifiers;
  const { name, version, modalityName, path, filesVisible, columnsVisible } = dataset;
  return {
    ...{ name, version, modalityName, path, filesVisible, columnsVisible, doi, conceptDoi },
    ...textsOf(dataset),
    note: versions.find(({ id }) => id === dataset.id)?.note ?? '',
    embargoUntil: dataset.embargoUntil ?? '',
    // Compared as texts: the fields in the order in which the server has them.
    authorList: tidied(JSON.stringify(authorList)),
    funders: tidied(JSON.stringify(funders)),
    relatedWorks: tidied(JSON.stringify(relatedWorks)),
  };
}

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

/** The fields for a JSON body, where lists are lists. */
export const jsonFields = (fields: Partial<DatasetValues>): BodyOf<typeof updateDataset> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      lists.some((list) => list === name) ? JSON.parse(value) : value,
    ]),
  );
