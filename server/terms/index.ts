import type { DatasetAccess } from '../../contract/access.ts';
import type { Db } from '../database/index.ts';
import { standingStore, type ToSign } from './standing.store.ts';

export { type EvidenceFault, type EvidenceReport, evidenceStore } from './evidence.store.ts';
export { type Seals, seals, sha256Of } from './seal.ts';
export type { ToSign };

/** Terms to sign before downloading: what is asked for, and what of it somebody has signed. */
export function createTerms(db: Db) {
  const store = standingStore(db);
  return {
    toSign: store.toSign,

    /** What a dataset asks for, and what of it this reader has not signed; of anybody else than a user: null. */
    async accessOf(datasetId: string, userId: string | undefined): Promise<DatasetAccess> {
      const asked = await store.asked(datasetId);
      if (!asked) return { policy: 'portal', terms: null, toSign: null };
      const { termsId, lineageId, text } = asked;
      const toSign = userId === undefined ? null : await store.toSign(termsId, lineageId, userId);
      return { policy: 'terms', terms: text, toSign };
    },
  };
}

export type Terms = ReturnType<typeof createTerms>;
