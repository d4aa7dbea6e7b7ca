import type { FastifyRequest } from 'fastify';
import { getManifest, listChanges } from '../../../contract/manifest.ts';
import { type Reader, type ReaderOf, refusal } from '../../access/index.ts';
import { sendFile } from '../../delivery/index.ts';
import {
  ANSWERED,
  basicPassword,
  bearer,
  offerBasic,
  prepare,
  type Route,
  sendPrepared,
  whoIs,
} from '../../http/index.ts';
import type { ManifestService } from './manifest.service.ts';

const forItself = { 'cache-control': 'private, no-store', vary: 'Authorization' };
const forAnybody = { 'cache-control': 'no-cache', vary: 'Authorization' };

/** Manifests and changes, for anybody (releases.md). */
export function manifestRoutes(route: Route, service: ManifestService, readerOf: ReaderOf): void {
  /**
   * A dead session is nobody's, as in every public read; but what was given for this call alone, a token in the
   * address or a password, is refused: the answer would be one whose every address fails.
   * @throws AppError 401
   */
  async function readerFor(request: FastifyRequest, datasetId: string, token?: string): Promise<Reader> {
    const { authorization } = request.headers;
    const password = basicPassword(authorization);
    const reader = await readerOf({ token: token ?? bearer(authorization), password }, datasetId);
    if (reader.kind === 'nobody' && (token !== undefined || password !== undefined)) throw refusal('sign_in');
    if (reader.kind === 'user' || reader.kind === 'guest') request.who = whoIs(reader.kind, reader.id);
    return reader;
  }

  route(
    getManifest,
    async ({ params, query, request, reply }) => {
      try {
        const reader = await readerFor(request, params.id, query.token);
        const file = await service.manifest(params.id, query, reader);
        const isOwn = query.token !== undefined || request.headers.authorization !== undefined;
        const headers = isOwn ? forItself : forAnybody;
        await sendFile(request, reply, { ...file, headers, anonymous: !isOwn });
      } catch (error) {
        offerBasic(error, request, reply);
        throw error;
      }
      return ANSWERED;
    },
    { limit: 'reading' },
  );

  route(
    listChanges,
    async ({ params, query, request, reply }) => {
      const reader = await readerFor(request, params.id);
      const data = await service.changes(params.id, query, reader);
      if (request.headers.authorization !== undefined) {
        reply.headers(forItself);
        return data;
      }
      const text = JSON.stringify({ code: 200, msg: 'ok', data });
      const { vary } = forAnybody;
      await sendPrepared(
        request,
        reply,
        prepare(text, { type: 'application/json; charset=utf-8', headers: { vary } }),
      );
      return ANSWERED;
    },
    { limit: 'reading' },
  );
}
