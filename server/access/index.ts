import type { Db } from '../database/index.ts';
import { accessStore } from './access.store.ts';
import { bearers } from './bearer.ts';
import { downloadJudge } from './may-download.ts';
import { readers } from './reader.ts';

export { type AccessStore, accessStore } from './access.store.ts';
export type { Proof, Via } from './bearer.ts';
export type { FoundFile, FoundObject } from './found-object.ts';
export type { JudgeDownload } from './may-download.ts';
export type { ReaderOf } from './reader.ts';
export { comingSoon, missing, refusalOf, withdrawn } from './refusals.ts';
export {
  columnsArePublic,
  isEmbargoed,
  type Reader,
  shownDataset,
  shownRelease,
  shownSubsets,
  visibilityOf,
} from './visibility.ts';

type Dependencies = Parameters<typeof bearers>[0] &
  Omit<Parameters<typeof downloadJudge>[0], 'store' | 'findBearer'> & { db: Db };

/** Authorises downloads: for a request, and again while its response is sent; and says who reads. */
export function createAccess({ db, identify, tickets, personalTokens, ...rest }: Dependencies) {
  const store = accessStore(db);
  const findBearer = bearers({ identify, tickets, personalTokens });
  return {
    judge: downloadJudge({ store, findBearer, ...rest }),
    readerOf: readers({ store, findBearer, now: rest.now }),
    approvedAmong: store.approvedAmong,
  };
}
