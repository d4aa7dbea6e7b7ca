import { requestStandings } from '../approval/index.ts';
import type { Db } from '../database/index.ts';
import type { Terms } from '../terms/index.ts';
import { accessStore } from './access.store.ts';
import { bearers } from './bearer.ts';
import { datasetAccess } from './dataset-access.ts';
import { decider } from './decision.ts';
import { downloadJudge } from './judge.ts';
import { readers } from './reader.ts';

export { type AccessStore, accessStore } from './access.store.ts';
export type { Proof, Via } from './bearer.ts';
export type { AccessOf } from './dataset-access.ts';
export type { Decide } from './decision.ts';
export type { FoundFile, FoundObject } from './found-object.ts';
export type { JudgeDownload, Recipient } from './judge.ts';
export type { ReaderOf } from './reader.ts';
export { comingSoon, missing, refusal, withdrawn } from './refusals.ts';
export { viewerOf } from './viewer.ts';
export {
  columnsArePublic,
  type Reader,
  readerOfDataset,
  shownDataset,
  shownRelease,
  shownSubsets,
  visibilityOf,
} from './visibility.ts';

type Dependencies = Parameters<typeof bearers>[0] &
  Omit<Parameters<typeof downloadJudge>[0], 'store' | 'findBearer' | 'decide'> & { db: Db; terms: Terms };

/** Decides on downloads: for a request, and again while its response is sent; and says who reads. */
export function createAccess({ db, terms, identify, tickets, personalTokens, ...rest }: Dependencies) {
  const store = accessStore(db);
  const requests = requestStandings(db, rest.now);
  const decide = decider({ toSign: terms.toSign, standingOf: requests.standingOf, now: rest.now });
  const findBearer = bearers({ identify, tickets, personalTokens });
  return {
    judge: downloadJudge({ store, findBearer, decide, ...rest }),
    readerOf: readers({ store, findBearer, now: rest.now }),
    decide,
    approvedAmong: store.approvedAmong,
    withdrawnAmong: store.withdrawnAmong,
    endedAmong: requests.endedAmong,
    openLinksAmong: store.openLinksAmong,
    /** What datasets ask for, and how a reader stands with it. */
    accessOf: datasetAccess({ store, terms, requests }),
  };
}
