import type { ReviewedStatus } from '../../contract/request-review.ts';
import type { TestApp } from './build-test-app.ts';

/** Has a dataset ask for requests, with no question but the purpose. */
export async function askForRequests(t: TestApp, datasetId: string): Promise<void> {
  const token = await t.adminToken();
  const body = { policy: 'request', termsId: null };
  await t.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { token, body });
}

/** Sends a person's request for a dataset; returns its id. */
export async function sendRequest(t: TestApp, datasetId: string, token: string): Promise<string> {
  await t.call('POST', `/api/v1/dataset/${datasetId}/request/submission`, {
    token,
    body: { purpose: 'To know.', answers: {} },
  });
  const own = await t.call<{ id: string; datasetId: string }[]>('GET', '/api/v1/requests', { token });
  return own.find((one) => one.datasetId === datasetId)?.id ?? '';
}

/** A decision on a request, an owner's; returns the review's id. */
export async function decideRequest(
  t: TestApp,
  requestId: string,
  status: ReviewedStatus,
  body: { reason?: string; grantedUntil?: string } = {},
): Promise<string> {
  const { reviewId } = await t.call<{ reviewId: string }>(
    'PUT',
    `/api/v1/admin/requestReview/${requestId}/${status}`,
    { token: await t.adminToken(), body },
  );
  return reviewId;
}
