import type { BodyOf, DataOf } from '../../../contract/endpoint.ts';
import {
  type addReviewerLink,
  type listReviewerLinks,
  MOST_REVIEW_DAYS,
  type ReviewerLink,
} from '../../../contract/reviewer-links.ts';
import { type AdminCaller, type Audit, hashToken, newToken } from '../../auth/index.ts';
import { conflict, invalid, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { DAY, dayName, iso, startOfDay } from '../../shared/time.ts';
import { lastDayOf } from './last-day.ts';
import type { LinkedVersion, ReviewerLinksStore, StoredLink } from './reviewer-links.store.ts';

interface Dependencies {
  store: ReviewerLinksStore;
  publicUrl: string;
  now: () => number;
}

/** Makes and ends reviewer links. */
export function reviewerLinksService({ store, publicUrl, now }: Dependencies) {
  const present = (link: StoredLink): ReviewerLink => ({
    id: link.id,
    name: link.name,
    state: link.revoked_at !== null ? 'revoked' : link.expires_at <= now() ? 'ended' : 'open',
    until: lastDayOf(link.expires_at),
    createdAt: iso(link.created_at),
    createdBy: link.created_by_name ?? '',
    revokedAt: iso(link.revoked_at),
    downloads: Number(link.downloads),
  });

  /** What is public needs no link. */
  const isPossible = ({ status, embargo_until }: LinkedVersion): boolean =>
    status === 'draft' ||
    (status === 'published' && embargo_until !== null && now() < startOfDay(embargo_until));

  const days = () => {
    const today = Math.floor(now() / DAY);
    return { first: dayName(today), last: dayName(today + MOST_REVIEW_DAYS - 1) };
  };

  return {
    /** @throws AppError 404 */
    async list(datasetId: string): Promise<DataOf<typeof listReviewerLinks>> {
      const version = await store.version(datasetId);
      if (!version) throw notFound('This dataset');
      const links = await store.of(datasetId);
      return { list: links.map(present), possible: isPossible(version), days: days() };
    },

    /**
     * @returns the link with its secret, which is not stored
     * @throws AppError 404, 400 for a day that is over or too late, 409 for a version that needs no link
     */
    async add(
      datasetId: string,
      { name, until }: BodyOf<typeof addReviewerLink>,
      by: AdminCaller,
      audit: Audit,
    ): Promise<DataOf<typeof addReviewerLink>> {
      const { first, last } = days();
      if (until < first) throw invalid('until', 'Choose today or a later day.');
      if (until > last) throw invalid('until', 'A reviewer link lasts 90 days at most.');
      const secret = newToken();
      const link = {
        id: newId(),
        dataset_id: datasetId,
        name,
        secret_hash: hashToken(secret),
        created_at: now(),
        created_by: by.id,
        expires_at: startOfDay(until) + DAY,
        revoked_at: null,
        revoked_by: null,
      };
      await store.add(link, async (trx, version) => {
        if (!version) throw notFound('This dataset');
        if (!isPossible(version))
          throw conflict('Reviewer links are for drafts, and for versions under embargo.');
        await audit(trx, {
          subject: `${version.name} ${version.version}`,
          after: { reviewerLink: name, until },
        });
      });
      const shown = present({ ...link, created_by_name: by.name, downloads: 0 });
      return { link: shown, url: `${publicUrl}/review#${secret}` };
    },

    /** @throws AppError 404; 409 when it is over already */
    revoke: (id: string, adminId: string, audit: Audit): Promise<void> =>
      store.revoke(id, { adminId, now: now() }, async (trx, revoked) => {
        if (revoked === undefined) throw notFound('This link');
        if (revoked === 'over') throw conflict('This reviewer link is over already.');
        await audit(trx, {
          subject: `${revoked.dataset} ${revoked.version}`,
          before: { reviewerLink: revoked.name, until: lastDayOf(revoked.expires_at) },
          after: { revoked: true },
        });
      }),
  };
}

export type ReviewerLinksService = ReturnType<typeof reviewerLinksService>;
