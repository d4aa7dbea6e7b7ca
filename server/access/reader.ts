import type { AccessStore } from './access.store.ts';
import type { FindBearer, Proof } from './bearer.ts';
import type { Reader } from './visibility.ts';

interface Dependencies {
  store: Pick<AccessStore, 'userStatus'>;
  findBearer: FindBearer;
  now: () => number;
}

/**
 * Who reads about a dataset: nobody without credentials, with dead ones (decisions §2: public reads ignore them), or
 * with a ticket for another dataset.
 */
export function readers({ store, findBearer, now }: Dependencies) {
  return async (proof: Proof, datasetId: string): Promise<Reader> => {
    const bearer = await findBearer(proof);
    if (bearer === undefined) return { kind: 'nobody' };
    if (bearer === 'administrator') return { kind: 'admin' };
    if (bearer.datasetId !== undefined && bearer.datasetId !== datasetId) return { kind: 'nobody' };
    const status = bearer.status ?? (await store.userStatus(bearer.userId, now()));
    return status === undefined ? { kind: 'nobody' } : { kind: 'user', id: bearer.userId, status };
  };
}

export type ReaderOf = ReturnType<typeof readers>;
