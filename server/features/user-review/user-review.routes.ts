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
  route(deleteUser, ({ params, audit }) => service.remove(params.id, audit));
  route(reviewUser, async ({ params, body, caller, audit }) => {
    const wish = { status: params.status, reason: body?.reason, until: body?.approvedUntil };
    return { reviewId: await service.review(params.userId, wish, asAdmin(caller).id, audit) };
  });
  route(reviewUsers, async ({ body, caller, audit, request }) => {
    const { ids, status, reason, approvedUntil } = body;
    const { done, failed } = await service.reviewMany(
      ids,
      { status, reason, until: approvedUntil },
      asAdmin(caller).id,
      audit,
    );
    const language = languageFor(request.headers);
    return { done, failed: failed.map(({ userId, msg }) => ({ userId, msg: translated(msg, language) })) };
  });
  route(undoReview, ({ params, audit }) => service.undo(params.reviewId, audit));
}
