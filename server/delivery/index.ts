import type { Db } from '../database/index.ts';
import { recordKeeping } from './record-keeping.store.ts';
import { transfers } from './transfers.ts';

export { answerPools } from './buffer-pool.ts';
export { integrityFile, integrityLine } from './integrity.ts';
export { type Gone, type Manifest, manifestFile } from './manifests/index.ts';
export { canOffload, createDelivery, type Delivery, offload } from './offload.ts';
export type { Recorded } from './recorded.ts';
export { segmentReader } from './segment-reader.ts';
export { addresses, sendFile } from './send-file.ts';
export { sendPieces } from './send-pieces.ts';
export type { RecordedFile, Transfers } from './transfers.ts';

type Dependencies = Omit<Parameters<typeof transfers>[0], 'store'> & {
  db: Db;
  /** Multiplies the limit on starting a download again, 0 switches it off. */
  limitFactor: number;
};

/** The running responses and their download records. */
export const createTransfers = ({ db, limitFactor, ...rest }: Dependencies) =>
  transfers({ store: recordKeeping(db, limitFactor), ...rest });
