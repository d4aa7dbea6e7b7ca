import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { askForRequests } from '../../server/testing/requests.ts';

describe('threats.md, "Limits": what a user writes for a request', () => {
  let t: TestApp;
  let path: string;
  let token: string;

  beforeAll(async () => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    const { dataset } = await t.dataset({ name: 'Asking', files: { 'a.txt': 'abc' } });
    await askForRequests(t, dataset.id);
    path = `/api/v1/dataset/${dataset.id}/request`;
    token = (await t.user('writes@example.org')).token;
  }, 60_000);
  afterAll(() => t.close());

  const statuses = async (count: number, rest: string, body: () => object) => {
    const all: number[] = [];
    for (let call = 0; call < count; call++)
      all.push((await t.inject('POST', `${path}/${rest}`, { token, body: body() })).statusCode);
    return all;
  };

  test('others are asked 60 times an hour at most from an address', async () => {
    const all = await statuses(8, 'group', () => ({ addresses: ['a@example.org'] }));
    expect(all, 'a tenth of it').toEqual([...Array(6).fill(409), 429, 429]);
  });

  test('documents are sent 300 times an hour at most from an address', async () => {
    const all = await statuses(32, 'file', () => {
      const form = new FormData();
      form.append('questionId', 'none');
      form.append('file', new Blob(['%PDF-1.7']), 'a.pdf');
      return form;
    });
    expect(all, 'a tenth of it').toEqual([...Array(30).fill(409), 429, 429]);
  });
});
