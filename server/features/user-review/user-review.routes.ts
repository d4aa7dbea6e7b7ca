import {
  deleteUser,
  getUser,
  listUsers,
  reviewUser,
  reviewUsers,
  undoReview,
} from '../../../contract/user-review.ts';
import { asAdmin, type Route } from '../../http/route.ts';
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
  route(deleteUser, ({ params }) => service.remove(params.id));
  route(reviewUser, async ({ params, body, caller }) => {
    const wish = { status: params.status, reason: body?.reason, approvedUntil: body?.approvedUntil };
    return { reviewId: await service.review(params.userId, wish, asAdmin(caller).id) };
  });
  route(reviewUsers, ({ body, caller }) => {
    const { ids, status, reason, approvedUntil } = body;
    return service.reviewMany(ids, { status, reason, approvedUntil }, asAdmin(caller).id);
  });
  route(undoReview, ({ params }) => service.undo(params.reviewId));
}
