import type { Db } from '../database/index.ts';
import { accessStore } from './access.store.ts';
import { downloadJudge } from './may-download.ts';

export { type AccessStore, accessStore } from './access.store.ts';
export type { FoundObject } from './found-object.ts';
export type { JudgeDownload, Proof, Via } from './may-download.ts';
export {
  type Reader,
  shownDataset,
  shownSubsets,
  visibilityOf,
} from './visibility.ts';

type Dependencies = Omit<Parameters<typeof downloadJudge>[0], 'store'> & { db: Db };

/** Authorises downloads: for a request, and again while its response is sent. */
export function createAccess({ db, ...rest }: Dependencies) {
  const store = accessStore(db);
  return { judge: downloadJudge({ store, ...rest }), approvedAmong: store.approvedAmong };
}
