import type { DatasetAccess } from '../../contract/access.ts';
import type { RequestStandings } from '../approval/index.ts';
import type { Terms } from '../terms/index.ts';
import type { AccessStore } from './access.store.ts';

interface Dependencies {
  store: Pick<AccessStore, 'asks'>;
  terms: Terms;
  requests: Pick<RequestStandings, 'standingOf'>;
}

/** What datasets ask for, and how a reader stands with it; of anybody else than a user: null. */
export const datasetAccess =
  ({ store, terms, requests }: Dependencies) =>
  async (datasetId: string, userId: string | undefined): Promise<DatasetAccess> => {
    const asks = await store.asks(datasetId);
    const asked = asks?.termsId ? await terms.asked(datasetId) : undefined;
    if (!asks?.asksRequest && !asked) return { policy: 'portal', terms: null, toSign: null, request: null };
    return {
      policy: asks?.asksRequest ? 'request' : 'terms',
      terms: asked?.text ?? null,
      toSign:
        asked && userId !== undefined ? await terms.toSign(asked.termsId, asked.lineageId, userId) : null,
      request:
        asks?.asksRequest && userId !== undefined ? await requests.standingOf(userId, asks.lineageId) : null,
    };
  };

export type AccessOf = ReturnType<typeof datasetAccess>;
