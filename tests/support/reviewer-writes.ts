import type { TestApp } from '../../server/testing/build-test-app.ts';
import { openReview } from '../../server/testing/reviewer.ts';
import type { Made } from './made.ts';

/** As `adminWrites`, of reviewer links. */
export function reviewerWrites(t: TestApp): Record<string, () => Promise<Made>> {
  return {
    'POST /api/v1/admin/dataset/:id/reviewerLinks': async () => {
      const { dataset } = await t.dataset({ name: 'To be reviewed', status: 'draft' });
      const until = new Date(t.clock.now + 86_400_000).toISOString().slice(0, 10);
      return {
        params: { id: dataset.id },
        body: { name: 'Round 1', until },
        subject: 'To be reviewed 1.0',
        after: { reviewerLink: 'Round 1', until },
      };
    },
    'DELETE /api/v1/admin/reviewerLink/:id': async () => {
      const { dataset } = await t.dataset({ name: 'Once reviewed', status: 'draft' });
      const { link } = await openReview(t, { datasetId: dataset.id });
      return {
        params: { id: link.id },
        subject: 'Once reviewed 1.0',
        before: { reviewerLink: link.name, until: link.until },
        after: { revoked: true },
      };
    },
  };
}
