import {
  addFollow,
  changeFollow,
  countFollowers,
  listFollows,
  openUnfollow,
  removeFollow,
  unfollow,
  unfollowPage,
} from '../../../contract/follows.ts';
import type { UnfollowTokens } from '../../auth/index.ts';
import { ANSWERED, asUser, languageFor, type Route } from '../../http/index.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import type { FollowsStore } from './follows.store.ts';

const linkIsWrong = () =>
  new AppError(
    400,
    'This link is not complete. Copy it whole from the mail, or unfollow on your account page.',
  );

/** access.md, "After the download": Follow a dataset. Mails: server/notices/dataset-news.ts. */
export function followsRoutes(
  route: Route,
  store: FollowsStore,
  tokens: UnfollowTokens,
  now: () => number,
): void {
  route(listFollows, ({ caller }) => store.list(asUser(caller).id));
  route(addFollow, async ({ caller, body, request }) => {
    const { datasetId, pace } = body;
    const language = languageFor(request.headers);
    const made = await store.follow(asUser(caller).id, datasetId, { pace, language }, now());
    if (!made) throw notFound('This dataset');
    return made;
  });
  route(changeFollow, async ({ caller, params, body, request }) => {
    const language = languageFor(request.headers);
    if (!(await store.change(asUser(caller).id, params.id, { ...body, language }))) throw notFollowed();
  });
  route(removeFollow, async ({ caller, params }) => {
    if (!(await store.remove(asUser(caller).id, params.id))) throw notFollowed();
  });

  route(
    unfollow,
    async ({ query }) => {
      const what = tokens.read(query.token);
      if (!what) throw linkIsWrong();
      return { names: await store.unfollow(what) };
    },
    { limit: 'reading' },
  );
  route(
    openUnfollow,
    async ({ query, reply }) => {
      reply.redirect(unfollowPage(query.token), 302);
      return ANSWERED;
    },
    { limit: 'reading' },
  );

  route(countFollowers, async ({ params }) => {
    const counts = await store.followers(params.id);
    if (!counts) throw notFound('This dataset');
    return counts;
  });
}

const notFollowed = () => new AppError(404, 'You do not follow this dataset any more.');
