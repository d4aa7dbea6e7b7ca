import { realpathSync } from 'node:fs';
import { addDataset, path as label } from '../../contract/dataset-admin.ts';
import { defaultPath } from '../datasets/index.ts';
import { WrongUse } from './ending.ts';

/** As they are given on the command line. */
export interface GivenOptions {
  name: string;
  modality: string;
  version: string;
  dryRun?: true;
  publish?: true;
}

export interface ImportOptions {
  /** Absolute and resolved. */
  folder: string;
  name: string;
  version: string;
  modalityName: string;
  path: string;
  dryRun: boolean;
  publish: boolean;
}

/** @throws WrongUse */
export function importOptions(folder: string, given: GivenOptions): ImportOptions {
  const { name, modality: modalityName, version } = given;
  const fields = addDataset.body?.safeParse({ name, modalityName, version });
  if (!fields?.success)
    throw new WrongUse(fields?.error.issues.map(({ message }) => message).join(' ') ?? '');
  const path = defaultPath(name, version);
  if (!label.safeParse(path).success)
    throw new WrongUse(`The dataset's path would be ${JSON.stringify(path)}.`);
  return {
    folder: resolved(folder),
    name: fields.data.name,
    version: fields.data.version,
    modalityName: fields.data.modalityName,
    path,
    dryRun: given.dryRun ?? false,
    publish: given.publish ?? false,
  };
}

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw new WrongUse(`There is no folder ${folder}.`);
  }
}
