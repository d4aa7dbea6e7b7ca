import type { ReviewerLink } from '../../contract/reviewer-links.ts';
import type { TestApp } from './build-test-app.ts';

const DAY = 86_400_000;
let made = 0;

interface Given {
  /** Absent: a draft of its own. */
  datasetId?: string;
  name?: string;
}

/** Makes a reviewer link, and opens it once. */
export async function openReview(t: TestApp, { datasetId, name = 'Journal, round 1' }: Given = {}) {
  const admin = await t.ownToken();
  const id = datasetId ?? (await t.dataset({ name: `Reviewed ${made++}`, status: 'draft' })).dataset.id;
  const until = new Date(t.clock.now + 30 * DAY).toISOString().slice(0, 10);
  const { link, url } = await t.call<{ link: ReviewerLink; url: string }>(
    'POST',
    `/api/v1/admin/dataset/${id}/reviewerLinks`,
    { token: admin, body: { name, until } },
  );
  const secret = new URL(url).hash.slice(1);
  /** Another guest of the same link. */
  const open = async (): Promise<string> =>
    (await t.call<{ token: string }>('POST', '/api/v1/review', { body: { secret } })).token;
  return {
    id,
    link,
    url,
    secret,
    open,
    token: await open(),
    revoke: async () =>
      t.call('DELETE', `/api/v1/admin/reviewerLink/${link.id}`, { token: await t.ownToken() }),
  };
}
