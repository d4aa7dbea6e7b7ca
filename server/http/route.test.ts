import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { reviewUsers } from '../../contract/user-review.ts';
import { routeMaker } from './route.ts';

test('what a call changed before it failed is in the audit log, and others see it', async () => {
  const server = Fastify();
  const recordChange = vi.fn(async () => {});
  const onChange = vi.fn();
  const caller = { kind: 'admin' as const, id: 'a', name: 'Grace', tags: ['*:*:*'] };
  const route = routeMaker(server, {
    identify: async () => ({ state: 'live', caller }) as never,
    checkAnswers: true,
    auditBy: () => async () => {},
    recordChange,
    onChange,
    limitConfig: () => ({}),
  });
  route(reviewUsers, async ({ auditAfter }) => {
    auditAfter({ subject: 'user 1', after: { status: 'approved' } });
    throw new Error('the disk is full');
  });
  server.decorateRequest('isMultipart', () => false);
  const answer = await server.inject({
    method: reviewUsers.method,
    url: reviewUsers.path,
    headers: { authorization: 'Bearer x' },
    payload: { ids: ['1', '2'], status: 'approved' },
  });
  expect(answer.statusCode).toBe(500);
  expect(onChange).toHaveBeenCalledOnce();
  expect(recordChange.mock.calls).toEqual([
    [caller, expect.any(String), { subject: 'user 1', after: { status: 'approved' } }, '127.0.0.1'],
  ]);
});
