import {
  addRequestFile,
  deleteRequestFile,
  getOwnRequest,
  getOwnRequestFile,
  getRequestWait,
  listOwnRequests,
  type RequestFile,
  requestFileName,
  requestLimits,
  saveRequest,
  submitRequest,
} from '../../../contract/requests.ts';
import { ANSWERED, asUser, type Route, readForm } from '../../http/index.ts';
import { takePdf } from '../../ingest/index.ts';
import { invalid } from '../../shared/errors.ts';
import { firstOf, judge } from '../../shared/judge.ts';
import type { BlobLedger } from '../../storage/index.ts';
import type { AskingService } from './asking.service.ts';
import type { SendRequestFile } from './send-request-file.routes.ts';

interface Dependencies {
  service: AskingService;
  ledger: BlobLedger;
  send: SendRequestFile;
}

/** Access.md, "Requests": the person's own. */
export function askingRoutes(route: Route, { service, ledger, send }: Dependencies): void {
  route(getOwnRequest, ({ params, caller }) =>
    service.read({ datasetId: params.id, userId: asUser(caller).id }),
  );
  route(getRequestWait, ({ params }) => service.wait(params.id), { limit: 'reading' });
  route(saveRequest, ({ params, body, caller }) =>
    service.save({ datasetId: params.id, userId: asUser(caller).id }, body),
  );
  route(submitRequest, ({ params, body, caller }) =>
    service.submit({ datasetId: params.id, userId: asUser(caller).id }, body),
  );
  route(
    addRequestFile,
    async ({ params, caller, request }) => {
      const of = { datasetId: params.id, userId: asUser(caller).id };
      let questionId = '';
      let added: RequestFile | undefined;
      await readForm(
        request,
        addRequestFile.body,
        { file: 1 },
        async (fields) => {
          questionId = fields.questionId;
          await service.assertMayAdd(of, questionId);
        },
        async ({ field, fileName, stream }) => {
          const name = judge(requestFileName, fileName.split(/[\\/]/).at(-1));
          if (!name.success) throw invalid(field, firstOf(name.error));
          const blob = await takePdf(ledger, stream, { most: requestLimits.fileBytes, field });
          added = await service.addFile(of, { questionId, name: name.data, blob });
        },
      );
      if (!added) throw invalid('file', 'Choose a PDF.');
      return added;
    },
    { limit: 'document' },
  );
  route(getOwnRequestFile, async ({ params, caller, request, reply }) => {
    const of = { datasetId: params.id, userId: asUser(caller).id };
    await send(request, reply, await service.file(of, params.fileId));
    return ANSWERED;
  });
  route(deleteRequestFile, ({ params, caller }) =>
    service.removeFile({ datasetId: params.id, userId: asUser(caller).id }, params.fileId),
  );
  route(listOwnRequests, ({ caller }) => service.own(asUser(caller).id));
}
