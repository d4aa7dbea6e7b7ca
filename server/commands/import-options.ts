import { realpathSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { addDataset, path as label } from '../../contract/dataset-admin.ts';
import { defaultPath } from '../datasets/index.ts';

export const USAGE = `vitrine import DIR --name NAME --modality MODALITY [--version VERSION] [--dry-run] [--publish]

Makes the files and folders in DIR a dataset's subsets, in place: nothing is copied. DIR lies under one of
IMPORT_ROOTS; DATA_DIR and DATABASE_URL are the server's, which may be running or not.

  --version VERSION   1.0 when absent
  --dry-run           says what would be made, and makes nothing
  --publish           publishes it at once; else it is a draft`;

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

/** Invalid command-line arguments. */
export class WrongUse extends Error {}

/** @throws WrongUse */
export function importOptions(args: string[]): ImportOptions {
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read(args);
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new WrongUse('Name one folder.');
  const { name = '', modality: modalityName = '', version = '1.0' } = values;
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
    dryRun: values['dry-run'] ?? false,
    publish: values.publish ?? false,
  };
}

const read = (args: string[]) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      modality: { type: 'string' },
      version: { type: 'string' },
      'dry-run': { type: 'boolean' },
      publish: { type: 'boolean' },
    },
  });

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    throw new WrongUse(`There is no folder ${folder}.`);
  }
}
