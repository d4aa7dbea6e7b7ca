import type { DatasetStatus } from '../../../contract/catalogue.ts';

/** Decisions §4: draft → published ⇄ withdrawn. The action in its row: a button, or for `withdraw` in the menu. */
const next: Record<DatasetStatus, { to: DatasetStatus; action: 'publish' | 'withdraw' }> = {
  draft: { to: 'published', action: 'publish' },
  published: { to: 'withdrawn', action: 'withdraw' },
  withdrawn: { to: 'published', action: 'publish' },
};

export const nextStatus = (status: DatasetStatus) => next[status];
