import { getDatasetTerms, listOwnSignatures, signTerms } from '../../../contract/signing.ts';
import { asUser, type Route } from '../../http/index.ts';
import type { SigningService } from './signing.service.ts';
import type { SigningStore } from './signing.store.ts';

/** Access.md: what a dataset asks to sign, signing it, and one's signatures. */
export function signingRoutes(route: Route, service: SigningService, store: SigningStore): void {
  route(getDatasetTerms, ({ params, caller }) => service.read(params.id, caller), { limit: 'reading' });
  route(signTerms, ({ params, body, caller, request }) =>
    service.sign(
      { datasetId: params.id, userId: asUser(caller).id, ip: request.ip },
      body,
      `${signTerms.method} ${signTerms.path}`,
    ),
  );
  route(listOwnSignatures, ({ caller }) => store.own(asUser(caller).id));
}
