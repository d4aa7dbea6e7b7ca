import type { Dataset, DatasetStatus, Subset } from '../../../contract/catalogue.ts';

/** Decisions §4: draft → published ⇄ withdrawn. The action in its row: a button, or for `withdraw` in the menu. */
const next: Record<DatasetStatus, { to: DatasetStatus; action: 'publish' | 'withdraw' }> = {
  draft: { to: 'published', action: 'publish' },
  published: { to: 'withdrawn', action: 'withdraw' },
  withdrawn: { to: 'published', action: 'publish' },
};

export const nextStatus = (status: DatasetStatus) => next[status];

/**
 * Whether publishing is what comes next: a draft with something in it. Files being ingested count, since publishing may
 * precede their hashes (decisions §4).
 */
export const isReady = ({
  dataset,
  subsetList,
}: {
  dataset: Pick<Dataset, 'status' | 'size'>;
  subsetList: readonly Subset[];
}): boolean => dataset.status === 'draft' && (subsetList.length > 0 || dataset.size > 0);

/**
 * Whether there is a way to delete it: a frozen version is withdrawn instead (releases.md, "Freezing"), which a
 * published one can be.
 */
export const isDeletable = ({ status, frozenAt }: Pick<Dataset, 'status' | 'frozenAt'>): boolean =>
  frozenAt === null || status === 'published';
