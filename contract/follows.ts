import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** When news of a followed dataset are mailed: each as it comes, or at most once a week, all datasets in one mail. */
export const followPaces = ['at once', 'weekly'] as const;
export type FollowPace = (typeof followPaces)[number];
const pace = z.enum(followPaces);

/** A dataset that the caller follows: all its versions (access.md: it belongs to the lineage). */
export const follow = z.object({
  id: z.string(),
  name: z.string(),
  pace,
  since: z.string(),
  /** The newest version that visitors see; null: none at present. */
  datasetId: z.string().nullable(),
  version: z.string().nullable(),
});
export type Follow = z.infer<typeof follow>;

export const listFollows = defineEndpoint({
  method: 'GET',
  path: '/api/v1/follows',
  who: { kind: 'user' },
  data: z.array(follow),
});

/**
 * Follows the dataset of a version, or changes the pace where the caller does already. 404 where visitors see no such
 * version: a draft is not told of.
 */
export const addFollow = defineEndpoint({
  method: 'POST',
  path: '/api/v1/follows',
  who: { kind: 'user' },
  body: z.strictObject({ datasetId: z.string().max(64), pace }),
  data: follow,
});

const id = z.strictObject({ id: z.string() });

export const changeFollow = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/follows/:id',
  who: { kind: 'user' },
  params: id,
  body: z.strictObject({ pace }),
});

export const removeFollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/follows/:id',
  who: { kind: 'user' },
  params: id,
});

const withToken = z.strictObject({ token: z.string().min(1).max(256) });

/**
 * RFC 8058: what a mail program calls to unsubscribe by one click, without a session; its form is not read, since the
 * token says all. The page of the link calls it, too. Calling it again changes nothing.
 */
export const unfollow = defineEndpoint({
  method: 'POST',
  path: '/api/v1/unfollow',
  who: { kind: 'anyone' },
  query: withToken,
  takes: 'one-click',
  /** The datasets that are not followed any more; none when it was done before. */
  data: z.object({ names: z.array(z.string()) }),
});

/** The same address opened in a browser, which changes nothing: leads to the page that asks. */
export const openUnfollow = defineEndpoint({
  method: 'GET',
  path: '/api/v1/unfollow',
  who: { kind: 'anyone' },
  query: withToken,
  answers: 'file',
});

/** For mail programs: the address in `List-Unsubscribe`. */
export const unfollowUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}${unfollow.path}?token=${encodeURIComponent(token)}`;

/** The page for people. The token is in the fragment, which no log contains (threat 13). */
export const unfollowPage = (token: string): string => `/unfollow#token=${encodeURIComponent(token)}`;

/** How many people follow a dataset, for the laboratory. */
export const countFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/followers',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: z.object({ atOnce: z.number(), weekly: z.number() }),
});
