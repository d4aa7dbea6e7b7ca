import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { fileNameBelow } from './rows.ts';

export type Version = Pick<Dataset, 'id' | 'version' | 'publishedAt' | 'createdAt' | 'name'>;

const timeOf = ({ publishedAt, createdAt }: Version): string => publishedAt ?? createdAt;

/**
 * The published versions of a dataset's name and the current one (which may be withdrawn), newest first. Sorted by
 * publication: version strings follow no rule.
 */
export function versionsOf(catalogue: readonly Dataset[], current: Dataset): Version[] {
  const same = catalogue.filter(({ name, id }) => name === current.name && id !== current.id);
  return [...same, current].sort((one, other) => {
    const [a, b] = [timeOf(one), timeOf(other)];
    return a < b ? 1 : a > b ? -1 : 0;
  });
}

/** File names, as the Data list shows them. */
export interface Changes {
  added: string[];
  removed: string[];
  changed: string[];
  /** Of the same size, but a checksum is missing. */
  unsure: string[];
  same: number;
}

interface VersionFiles {
  dataset: Pick<Dataset, 'path'>;
  subsetList: readonly Pick<Subset, 'path' | 'size' | 'sha256'>[];
}

const filesOf = ({ dataset, subsetList }: VersionFiles) =>
  new Map(subsetList.map((subset) => [fileNameBelow(subset.path, dataset.path), subset]));

/** Compares by size and SHA-256; files correspond when their paths relative to the dataset's own are equal. */
export function changesBetween(older: VersionFiles, newer: VersionFiles): Changes {
  const before = filesOf(older);
  const after = filesOf(newer);
  const changes: Changes = { added: [], removed: [], changed: [], unsure: [], same: 0 };
  for (const [name, now] of after) {
    const then = before.get(name);
    if (!then) changes.added.push(name);
    else if (then.size !== now.size) changes.changed.push(name);
    else if (then.sha256 === null || now.sha256 === null) changes.unsure.push(name);
    else if (then.sha256 !== now.sha256) changes.changed.push(name);
    else changes.same += 1;
  }
  changes.removed = [...before.keys()].filter((name) => !after.has(name));
  return changes;
}
