import { getOwnSignature } from '../../../contract/signing.ts';
import { getSignature } from '../../../contract/terms.ts';
import type { RecordChange } from '../../auth/index.ts';
import { ANSWERED, asAdmin, asUser, languageFor, languageVary, type Route } from '../../http/index.ts';
import { contentDisposition } from '../../shared/disposition.ts';
import { notFound } from '../../shared/errors.ts';
import type { DocumentsStore, SignatureDocument } from './documents.store.ts';
import type { SignatureDocuments } from './documents.ts';

interface Dependencies {
  store: DocumentsStore;
  documents: SignatureDocuments;
  recordChange: RecordChange;
}

/** Access.md: a signature with its text, as PDF and JSON. */
export function documentsRoutes(route: Route, { store, documents, recordChange }: Dependencies): void {
  async function existing(id: string, userId?: string): Promise<SignatureDocument> {
    const found = await store.find(id, userId);
    if (!found) throw notFound('This signature');
    return found;
  }
  const types = { pdf: 'application/pdf', json: 'application/json; charset=utf-8' } as const;

  type Exchange = Pick<
    Parameters<Parameters<typeof route<typeof getSignature>>[1]>[0],
    'query' | 'request' | 'reply'
  >;
  async function send(
    { query, request, reply }: Exchange,
    found: SignatureDocument,
  ): Promise<typeof ANSWERED> {
    const { format } = query;
    const body =
      format === 'json'
        ? await documents.json(found)
        : await documents.pdf(found, languageFor(request.headers));
    reply
      .type(types[format])
      .header('vary', languageVary)
      .header(
        'content-disposition',
        contentDisposition(`${found.signature.datasetName} - signed terms.${format}`),
      )
      .send(body);
    return ANSWERED;
  }

  route(getOwnSignature, async (input) =>
    send(input, await existing(input.params.id, asUser(input.caller).id)),
  );

  route(getSignature, async (input) => {
    const { params, query, caller, request } = input;
    const found = await existing(params.id);
    const { datasetName } = found.signature;
    const { method, path } = getSignature;
    const change = {
      subject: `signature ${params.id}`,
      after: { dataset: datasetName, format: query.format },
    };
    await recordChange(asAdmin(caller), `${method} ${path}`, change, request.ip);
    return send(input, found);
  });
}
