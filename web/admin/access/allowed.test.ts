import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { listAdministrators, updateAdministrator } from '../../../contract/administrators.ts';
import { adminLogin } from '../../../contract/session.ts';
import { Allowed } from './allowed.tsx';
import { isAllowed, type Requirement, toCall } from './permissions.ts';
import { adminInfoQuery } from './use-allowed.ts';

const reviewer = { roles: ['reviewer'], permisaction: ['user:*:*', 'record:*:read'] };
const owner = { roles: ['owner'], permisaction: ['*:*:*'] };

/** Whether an element with a requirement is rendered for an administrator. */
function rendered(held: typeof reviewer | undefined, required: Requirement): string {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  if (held) client.setQueryData(adminInfoQuery.queryKey, held as never);
  const element = createElement(Allowed, required as never, createElement('b', null, 'press'));
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, element));
}

describe('§5 "An element is removed when the user lacks a listed role"', () => {
  it('shows it to a holder of one of the listed roles, and to nobody else', () => {
    expect(rendered(reviewer, { roles: ['owner', 'reviewer'] })).toBe('<b>press</b>');
    expect(rendered(reviewer, { roles: ['curator'] })).toBe('');
  });

  it('shows nothing before it is known who is signed in', () => {
    expect(rendered(undefined, { roles: ['reviewer'] })).toBe('');
  });

  it('asks for both where roles and tags are listed', () => {
    expect(isAllowed(reviewer, { roles: ['reviewer'], tags: ['user:list:read'] })).toBe(true);
    expect(isAllowed(reviewer, { roles: ['reviewer'], tags: ['dataset:list:read'] })).toBe(false);
    expect(isAllowed(reviewer, { roles: ['curator'], tags: ['user:list:read'] })).toBe(false);
  });
});

describe('§5 permission tags, place by place', () => {
  it.each([
    ['user:review:write', true],
    ['user:policy:read', true],
    ['record:list:read', true],
    ['record:list:write', false],
    ['dataset:list:read', false],
    ['user:review', false],
  ])('a reviewer and %s: %s', (tag, allowed) => {
    expect(isAllowed(reviewer, { tags: [tag] })).toBe(allowed);
    expect(rendered(reviewer, { tags: [tag] })).toBe(allowed ? '<b>press</b>' : '');
  });

  it('"The permission tag \'*:*:*\' grants everything"', () => {
    expect(isAllowed(owner, { tags: ['admin:list:write'] })).toBe(true);
    expect(isAllowed(owner, { roles: ['curator'] })).toBe(true);
  });

  it('takes the tag of a call from the contract', () => {
    expect(toCall(listAdministrators)).toEqual({ tags: ['admin:list:read'], changes: false });
    expect(() => toCall(adminLogin)).toThrow();
  });
});

describe('§5 "requires a non-empty list of roles or permission tags; giving none is an error"', () => {
  it.each([[{}], [{ roles: [] }], [{ tags: [] }], [{ roles: [], tags: [] }]])('%j', (required) => {
    expect(() => rendered(owner, required)).toThrow(/§5/);
    expect(() => rendered(undefined, required)).toThrow(/§5/);
  });
});

describe('look.md "Offline": changes are switched off with the reason', () => {
  it('what allows a change is one switched off while offline; what reads is not', () => {
    expect(rendered(owner, toCall(listAdministrators))).toBe('<b>press</b>');
    expect(rendered(owner, toCall(updateAdministrator))).toMatch(/^<fieldset .*<b>press<\/b><\/fieldset>$/);
  });
});
