import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { reviewUsers } from '../../contract/user-review.ts';
import type { Input } from './route.ts';
import { routeMaker } from './route.ts';

const caller = { kind: 'admin' as const, id: 'a', name: 'Grace', tags: ['*:*:*'] };
const trx = { isTransaction: true } as never;
const change = { subject: 'user 1', after: { status: 'approved' } };

/** Calls a mutating administrator's endpoint, with `handler` as its implementation. */
async function answered(handler: (input: Input<typeof reviewUsers>) => Promise<never>) {
  const server = Fastify();
  const auditBy = vi.fn((..._by: unknown[]) => audit);
  const audit = vi.fn(async () => {});
  const onChange = vi.fn();
  const route = routeMaker(server, {
    identify: async () => ({ state: 'live', caller }) as never,
    checkAnswers: false,
    auditBy,
    onChange,
    limitConfig: () => ({}),
  });
  route(reviewUsers, handler);
  server.decorateRequest('isMultipart', () => false);
  const { statusCode } = await server.inject({
    method: reviewUsers.method,
    url: reviewUsers.path,
    headers: { authorization: 'Bearer x' },
    payload: { ids: ['1', '2'], status: 'approved' },
  });
  return { statusCode, auditBy, audit, onChange };
}

test('an entry is of the caller, the call and its address; others see the change', async () => {
  const { statusCode, auditBy, audit, onChange } = await answered(async (input) => {
    await input.audit(trx, change);
    return {} as never;
  });
  expect(statusCode).toBe(200);
  expect(auditBy.mock.calls).toEqual([[caller, `PUT ${reviewUsers.path}`, '127.0.0.1']]);
  expect(audit.mock.calls).toEqual([[trx, change]]);
  expect(onChange).toHaveBeenCalledOnce();
});

test('what a call changed before it failed others see', async () => {
  const { statusCode, onChange } = await answered(async (input) => {
    await input.audit(trx, change);
    throw new Error('the disk is full');
  });
  expect(statusCode).toBe(500);
  expect(onChange).toHaveBeenCalledOnce();
});

test('a call that notes nothing for the audit log is an error, and others see what it did', async () => {
  const { statusCode, onChange } = await answered(async () => ({}) as never);
  expect(statusCode).toBe(500);
  expect(onChange).toHaveBeenCalledOnce();
});
