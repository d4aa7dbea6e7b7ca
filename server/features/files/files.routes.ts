import { findFiles } from '../../../contract/dataset-versions.ts';
import { listFiles } from '../../../contract/files.ts';
import type { ReaderOf } from '../../access/index.ts';
import {
  ANSWERED,
  basicPassword,
  bearer,
  prepare,
  type Route,
  sendPrepared,
  whoIs,
} from '../../http/index.ts';
import type { FilesService } from './files.service.ts';

/** The files of a version, for anybody (releases.md, "Files"). */
export function filesRoutes(route: Route, service: FilesService, readerOf: ReaderOf): void {
  route(
    listFiles,
    async ({ params, query, request, reply }) => {
      const { authorization } = request.headers;
      if (authorization === undefined) {
        const data = await service.tree(params.id, query, { kind: 'nobody' });
        const text = JSON.stringify({ code: 200, msg: 'ok', data });
        const headers = { vary: 'Authorization' };
        await sendPrepared(
          request,
          reply,
          prepare(text, { type: 'application/json; charset=utf-8', headers }),
        );
        return ANSWERED;
      }
      const proof = { token: bearer(authorization), password: basicPassword(authorization) };
      const reader = await readerOf(proof, params.id);
      if (reader.kind === 'user' || reader.kind === 'guest') request.who = whoIs(reader.kind, reader.id);
      const data = await service.tree(params.id, query, reader);
      reply.headers({ 'cache-control': 'private, no-store', vary: 'Authorization' });
      return data;
    },
    { limit: 'reading' },
  );

  route(findFiles, ({ params, query }) => service.find(params.id, query));
}
