import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { Release } from '../../contract/releases.ts';
import type { Setting } from '../../contract/setting.ts';
import { type FileList, fileAt, indexOfFile, runBelow } from '../archive/index.ts';
import { entryName, folderOf } from '../datasets/index.ts';
import type { Descriptions } from '../markdown/index.ts';
import { iso } from '../shared/time.ts';
import type { Addresses } from './addresses.ts';
import { describe } from './describe.ts';
import { attachedRoCrate, type CratePart } from './ro-crate.ts';

interface Dependencies {
  descriptions: Pick<Descriptions, 'of'>;
  setting: () => Promise<Setting>;
  to: Addresses;
  now: () => number;
}

/** A version as the back office knows it: a draft, too. */
interface Version {
  dataset: Dataset;
  subsetList: readonly Subset[];
  release: Pick<Release, 'identifiers' | 'versions'> | undefined;
  /** Its files. */
  list: FileList;
}

/** The subsets whose files are there, as they lie in the folder that the dataset's ZIP unpacks to. */
const partsOf = ({ dataset, subsetList, list }: Version): CratePart[] =>
  subsetList.flatMap(({ path, desc, size, contentType }): CratePart[] => {
    const name = entryName(dataset.path, path);
    const at = indexOfFile(list, name);
    if (at >= 0) return [{ path: name, desc, size, contentType, sha256: fileAt(list, at).sha256 }];
    const folder = `${folderOf(name)}/`;
    const { start, end } = runBelow(list, Buffer.from(folder));
    const bytes = (list.offsets[end] ?? 0) - (list.offsets[start] ?? 0);
    return start === end ? [] : [{ path: folder, desc, size: bytes, contentType, sha256: undefined }];
  });

/** Writes the RO-Crate that becomes a file of the dataset itself. */
export const crateFile =
  ({ descriptions, setting, to, now }: Dependencies) =>
  async (version: Version): Promise<string> => {
    const { dataset, subsetList, release } = version;
    const { plain } = await descriptions.of(dataset);
    const shown = {
      // A crate has a day of publication: of a draft, the day on which it is written.
      dataset: { ...dataset, publishedAt: dataset.publishedAt ?? iso(now()) },
      subsetList,
      release: release && { ...release, withdrawnAt: null, withdrawnReason: '' },
      plain,
    };
    return attachedRoCrate(
      describe(shown, { setting: await setting(), addresses: to, language: 'en' }),
      partsOf(version),
    );
  };
