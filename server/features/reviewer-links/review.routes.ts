import { getReview, leaveReview, openReview } from '../../../contract/reviewer-links.ts';
import type { Guests } from '../../auth/index.ts';
import { asGuest, type Route } from '../../http/index.ts';
import { iso } from '../../shared/time.ts';
import { lastDayOf } from './last-day.ts';

/** What a guest is told; the end of the link as its last day. */
const told = ({ until, sessionUntil, ...rest }: Awaited<ReturnType<Guests['review']>>) => ({
  ...rest,
  until: lastDayOf(until),
  sessionUntil: iso(sessionUntil),
});

/** access.md, "Reviewer link": a guest's session. */
export function reviewRoutes(route: Route, guests: Guests): void {
  route(
    openReview,
    async ({ body }) => {
      const { token, ...review } = await guests.begin(body.secret);
      return { ...told(review), token };
    },
    { limit: 'review', noAddress: true },
  );
  // Without address, too, where the token is none that we know.
  route(getReview, async ({ caller }) => told(await guests.review(asGuest(caller))), {
    limit: 'reading',
    noAddress: true,
  });
  route(leaveReview, ({ caller }) => guests.end(asGuest(caller)), { noAddress: true });
}
