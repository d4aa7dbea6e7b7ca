import {
  getRequest,
  getRequestFile,
  getRequestQueue,
  listPeople,
  listRequests,
  reviewRequest,
  reviewRequests,
  undoRequestReview,
} from '../../../contract/request-review.ts';
import type { RecordChange } from '../../auth/index.ts';
import { ANSWERED, asAdmin, languageFor, type Route } from '../../http/index.ts';
import { translated } from '../../shared/messages.ts';
import type { RequestsStore } from './requests.store.ts';
import { type RequestReviewService, readerOf } from './review.service.ts';
import type { SendRequestFile } from './send-request-file.routes.ts';

interface Dependencies {
  service: RequestReviewService;
  store: RequestsStore;
  send: SendRequestFile;
  recordChange: RecordChange;
  now: () => number;
}

/** Access.md, "Requests": the reviewers' lists and decisions. */
export function reviewRoutes(route: Route, { service, store, send, recordChange, now }: Dependencies): void {
  route(getRequestQueue, async ({ caller }) => ({ datasets: await store.queue(readerOf(asAdmin(caller))) }));
  route(listRequests, ({ query, caller }) => store.list(query, readerOf(asAdmin(caller)), now()));
  route(getRequest, ({ params, caller }) => service.request(params.id, readerOf(asAdmin(caller))));
  route(getRequestFile, async ({ params, caller, request, reply }) => {
    const admin = asAdmin(caller);
    const file = await service.file(params.id, params.fileId, readerOf(admin));
    const { method, path } = getRequestFile;
    const change = { subject: `request ${params.id}`, after: { file: params.fileId } };
    await recordChange(admin, `${method} ${path}`, change, request.ip);
    await send(request, reply, file);
    return ANSWERED;
  });
  route(listPeople, ({ params, query, caller }) =>
    service.people(params.id, query, readerOf(asAdmin(caller))),
  );

  route(reviewRequest, async ({ params, body, caller, audit }) => {
    const wanted = {
      status: params.status,
      reason: body?.reason,
      until: body?.grantedUntil,
      read: () => body?.submittedAt,
    };
    const reader = readerOf(asAdmin(caller));
    return { reviewId: await service.review(params.requestId, wanted, reader, audit) };
  });
  route(reviewRequests, async ({ body, caller, audit, request }) => {
    const { ids, status, reason, grantedUntil, submittedAt } = body;
    const wanted = { status, reason, until: grantedUntil, read: (id: string) => submittedAt?.[id] };
    const { done, failed } = await service.reviewMany(ids, wanted, readerOf(asAdmin(caller)), audit);
    const language = languageFor(request.headers);
    return {
      done,
      failed: failed.map(({ requestId, msg }) => ({ requestId, msg: translated(msg, language) })),
    };
  });
  route(undoRequestReview, ({ params, caller, audit }) =>
    service.undo(params.reviewId, readerOf(asAdmin(caller)), audit),
  );
}
