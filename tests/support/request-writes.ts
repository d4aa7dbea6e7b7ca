import type { RequestForm } from '../../contract/request-review.ts';
import type { TestAdministrator } from '../../server/testing/administrators.ts';
import type { TestApp } from '../../server/testing/build-test-app.ts';
import type { Made } from './made.ts';

const questions: RequestForm['questions'] = [
  { id: 'plan', kind: 'text', label: 'What is your plan?', help: '', required: true, options: [] },
];

/**
 * As `adminWrites`, of requests for a dataset.
 * @param newUser one with a session
 * @param reason of a decision
 */
export function requestWrites(
  t: TestApp,
  owner: TestAdministrator,
  newUser: () => Promise<{ id: string; token: string }>,
  reason: string,
): Record<string, () => Promise<Made>> {
  let many = 0;
  const newDataset = async () => (await t.dataset({ name: `Asked for ${++many}` })).dataset;

  /** One that waits for a decision, with what every entry about it says. */
  async function newRequest() {
    const { id: datasetId, name } = await newDataset();
    const body = { policy: 'request', termsId: null };
    await t.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { token: owner.token, body });
    const { id: userId, token } = await newUser();
    await t.call('POST', `/api/v1/dataset/${datasetId}/request/submission`, {
      token,
      body: { purpose: 'To know.', answers: {} },
    });
    const [request] = await t.call<{ id: string }[]>('GET', '/api/v1/requests', { token });
    return { id: request?.id ?? '', about: { subject: `request for ${name}`, userId } };
  }

  return {
    'PUT /api/v1/admin/dataset/:id/requestForm': async () => {
      const { id, name } = await newDataset();
      const noted = questions.map(({ kind, label, required }) => ({ kind, label, required }));
      return {
        params: { id },
        body: { questions },
        subject: name,
        before: { questions: [] },
        after: { questions: noted },
      };
    },
    'PUT /api/v1/admin/dataset/:id/reviewers': async () => {
      const { id, name } = await newDataset();
      const notice = 'daily';
      return {
        params: { id },
        body: { reviewers: [{ administratorId: owner.id, notice }] },
        subject: name,
        before: { reviewers: [] },
        after: { reviewers: [{ username: owner.username, notice }] },
      };
    },
    'PUT /api/v1/admin/requestReview/:requestId/:status': async () => {
      const { id, about } = await newRequest();
      const params = { requestId: id, status: 'rejected' };
      const [before, after] = [{ status: 'pending' }, { status: 'rejected' }];
      return { params, body: { reason }, ...about, before, after };
    },
    'PUT /api/v1/admin/requestReview': async () => {
      const { id, about } = await newRequest();
      const grantedUntil = new Date(t.clock.now + 86_400_000).toISOString();
      const body = { ids: [id], status: 'granted', grantedUntil };
      return { body, ...about, before: { status: 'pending' }, after: { status: 'granted', grantedUntil } };
    },
    'DELETE /api/v1/admin/requestReview/:reviewId': async () => {
      const { id, about } = await newRequest();
      const path = `/api/v1/admin/requestReview/${id}/needs_info`;
      const { reviewId } = await t.call<{ reviewId: string }>('PUT', path, {
        token: owner.token,
        body: { reason },
      });
      const [before, after] = [{ status: 'needs_info' }, { status: 'pending' }];
      return { params: { reviewId }, ...about, before, after };
    },
  };
}
