import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import type { AdminVersion } from '../../../../contract/dataset-versions.ts';

/** What a dialog about a version needs to know of it. */
export type About = Pick<AdminDataset, 'id' | 'name' | 'version' | 'status' | 'frozenAt' | 'embargoUntil'>;

/** The dialog that is open. */
export interface Asked {
  what: 'newVersion' | 'publish' | 'freeze' | 'withdraw' | 'embargo' | 'recall' | 'purge' | 'purgeFile';
  about: About;
  /** Withdrawing was reached by "Delete", which a frozen version does not allow. */
  insteadOfDeleting?: boolean;
}

export type Ask = (asked: Asked) => void;

export const aboutVersion = (name: string, version: AdminVersion): About => ({ ...version, name });

/** The UTC day from which its files are handed out, while it has not begun (releases.md, "Embargo"). */
export const embargoOf = (
  { embargoUntil }: Pick<About, 'embargoUntil'>,
  now: number = Date.now(),
): string | undefined =>
  embargoUntil !== null && new Date(now).toISOString().slice(0, 10) < embargoUntil ? embargoUntil : undefined;
