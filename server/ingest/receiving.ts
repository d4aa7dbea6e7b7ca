import { path as pathSchema } from '../../contract/dataset-admin.ts';
import { conflict, invalid } from '../shared/errors.ts';
import { firstOf, judge } from '../shared/judge.ts';
import type { BlobLedger, LedgerBlob } from '../storage/index.ts';
import type { Named, NewSubset } from './dataset-files.store.ts';
import { blobsOf, type StaticFile, takeDocument, takePicture } from './pictures-and-documents.ts';

/** The files of a multipart form. */
export interface ReceivedFiles {
  samples?: StaticFile | undefined;
  desc?: StaticFile | undefined;
  archive?: { blob: LedgerBlob } | Named | undefined;
  subsets: NewSubset[];
}

/** A streaming file part. */
export interface Part {
  field: string;
  fileName: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Reads a multipart form: `begin` receives the fields before the first file, `take` each file. */
export type Form<Fields> = (
  begin: (fields: Fields) => Promise<void>,
  take: (part: Part) => Promise<void>,
) => Promise<void>;

/** Runs `work` with the uploaded blobs; discards them when it fails. */
export async function receiving<T>(
  ledger: BlobLedger,
  work: (brought: ReceivedFiles, take: (part: Part, folder: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  const brought: ReceivedFiles = { subsets: [] };
  const keys: string[] = [];
  const written = async (stream: AsyncIterable<Uint8Array>) => {
    const blob = await ledger.write(stream);
    keys.push(blob.key);
    return { blob };
  };
  const take = async ({ field, fileName, stream }: Part, folder: string): Promise<void> => {
    if (field === 'samples') {
      brought.samples = await takePicture(ledger, stream);
      keys.push(...blobsOf(brought.samples).map((blob) => blob.key));
    } else if (field === 'desc') {
      brought.desc = await takeDocument(ledger, stream);
      keys.push(brought.desc.blob.key);
    } else if (field === 'archive') brought.archive = await written(stream);
    else {
      const path = judge(pathSchema, `${folder}/${fileName}`);
      if (!path.success)
        throw invalid('subsets', `"${fileName}" cannot be a file name: ${firstOf(path.error)}`);
      if (brought.subsets.some((other) => other.path === path.data)) {
        throw conflict(`Two files are named "${fileName}".`, 'subsets');
      }
      brought.subsets.push({ path: path.data, desc: '', file: await written(stream) });
    }
  };
  try {
    return await work(brought, take);
  } catch (error) {
    await ledger.discard(keys);
    throw error;
  }
}
