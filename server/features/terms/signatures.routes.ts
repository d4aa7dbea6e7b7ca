import { exportSignatures, listSignatures, signatureRow } from '../../../contract/terms.ts';
import type { RecordChange } from '../../auth/index.ts';
import { sendPieces } from '../../delivery/index.ts';
import { ANSWERED, asAdmin, type Route } from '../../http/index.ts';
import { csvPieces } from '../../shared/csv.ts';
import type { SignaturesStore } from './signatures.store.ts';

interface Dependencies {
  store: SignaturesStore;
  recordChange: RecordChange;
}

/** Access.md: the signatures in the back office. */
export function signaturesRoutes(route: Route, { store, recordChange }: Dependencies): void {
  route(listSignatures, ({ query }) => store.list(query));

  route(exportSignatures, async ({ query, caller, request, reply }) => {
    const { method, path } = exportSignatures;
    // The keyword may be a person's name, so it is not logged. Logged before the response begins.
    const after = { ...query, ...(query.keyword && { keyword: true }) };
    await recordChange(asAdmin(caller), `${method} ${path}`, { subject: 'signatures', after }, request.ip);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="signatures.csv"');
    await sendPieces(request, reply, csvPieces(store.all(query), Object.keys(signatureRow.shape)));
    return ANSWERED;
  });
}
