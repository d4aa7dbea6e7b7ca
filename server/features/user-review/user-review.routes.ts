import {
  deleteUser,
  getUser,
  listUsers,
  reviewUser,
  reviewUsers,
  undoReview,
} from '../../../contract/user-review.ts';
import { asAdmin, languageFor, type Route } from '../../http/index.ts';
import { translated } from '../../shared/messages.ts';
import type { userReviewService } from './user-review.service.ts';
import type { UsersStore } from './users.store.ts';

/** §7: userList, user/{id}, userReview. */
export function userReviewRoutes(
  route: Route,
  service: ReturnType<typeof userReviewService>,
  users: UsersStore,
  now: () => number,
): void {
  route(listUsers, ({ query }) => users.list(query, now()));
  route(getUser, ({ params }) => service.user(params.id));
  route(deleteUser, async ({ params, auditAfter }) => {
    auditAfter(await service.remove(params.id));
  });
  route(reviewUser, async ({ params, body, caller, auditAfter }) => {
    const wish = { status: params.status, reason: body?.reason, approvedUntil: body?.approvedUntil };
    const { reviewId, ...change } = await service.review(params.userId, wish, asAdmin(caller).id);
    auditAfter(change);
    return { reviewId };
  });
  route(reviewUsers, async ({ body, caller, auditAfter, request }) => {
    const { ids, status, reason, approvedUntil } = body;
    const { done, failed } = await service.reviewMany(
      ids,
      { status, reason, approvedUntil },
      asAdmin(caller).id,
      auditAfter,
    );
    if (done.length === 0)
      auditAfter({ subject: 'no user', after: { wanted: status, refused: failed.length } });
    const language = languageFor(request.headers);
    return { done, failed: failed.map(({ userId, msg }) => ({ userId, msg: translated(msg, language) })) };
  });
  route(undoReview, async ({ params, auditAfter }) => {
    auditAfter(await service.undo(params.reviewId));
  });
}
