import type { AccessStore } from './access.store.ts';
import type { Bearer, FindBearer, Proof } from './bearer.ts';
import type { Reader } from './visibility.ts';

interface Dependencies {
  store: Pick<AccessStore, 'userStatus'>;
  findBearer: FindBearer;
  now: () => number;
}

/** Who a bearer is, with the status of the account now. */
export const personsOf =
  ({ store, now }: Pick<Dependencies, 'store' | 'now'>) =>
  async (bearer: Bearer | 'administrator' | undefined): Promise<Reader> => {
    if (bearer === undefined) return { kind: 'nobody' };
    if (bearer === 'administrator') return { kind: 'admin' };
    if ('linkId' in bearer) return { kind: 'guest', id: bearer.linkId, datasetId: bearer.datasetId };
    const status = bearer.status ?? (await store.userStatus(bearer.userId, now()));
    return status === undefined ? { kind: 'nobody' } : { kind: 'user', id: bearer.userId, status };
  };

/**
 * Who reads about a dataset: nobody without credentials, with dead ones (decisions §2: public reads ignore them), or
 * with a ticket or a reviewer link for another dataset.
 */
export function readers({ findBearer, ...rest }: Dependencies) {
  const personOf = personsOf(rest);
  return async (proof: Proof, datasetId: string): Promise<Reader> => {
    const bearer = await findBearer(proof);
    const isTicket = typeof bearer === 'object' && bearer.datasetId !== undefined;
    return isTicket && bearer.datasetId !== datasetId ? { kind: 'nobody' } : personOf(bearer);
  };
}

export type ReaderOf = ReturnType<typeof readers>;
