import { describe, expect, it } from 'vitest';
import { guard, safeRedirect } from './guard.ts';

const admin = { adminToken: 'a' };
const user = { userToken: 'u' };
const stay = { stay: true };

describe('§2 paths under /admin with an admin token', () => {
  it('/admin/login goes to /admin', () => {
    expect(guard('/admin/login', admin)).toEqual({ go: '/admin' });
    expect(guard('/admin/login?redirect=%2Fadmin%2Findex', admin)).toEqual({ go: '/admin' });
  });
  it('anything else continues', () => {
    for (const path of ['/admin', '/admin/index', '/admin/user/user_list', '/admin/nothing']) {
      expect(guard(path, admin)).toEqual(stay);
    }
  });
});

describe('§2 paths under /admin without an admin token', () => {
  it('the sign-in page proceeds', () => {
    expect(guard('/admin/login', {})).toEqual(stay);
    expect(guard('/admin/login?redirect=x', user)).toEqual(stay);
  });
  it('the page of an invitation proceeds, with its link', () => {
    expect(guard('/admin/invite#token=x', {})).toEqual(stay);
    expect(guard('/admin/invite', user)).toEqual(stay);
  });
  it('any other goes to /admin/login with a redirect query holding the wanted path', () => {
    expect(guard('/admin', {})).toEqual({ go: '/admin/login?redirect=%2Fadmin' });
    expect(guard('/admin/dataset/download?pageIndex=2', user)).toEqual({
      go: '/admin/login?redirect=%2Fadmin%2Fdataset%2Fdownload%3FpageIndex%3D2',
    });
  });
});

describe('§2 other paths', () => {
  it('a signed-in user going to /login or /register is sent to /', () => {
    expect(guard('/login', user)).toEqual({ go: '/' });
    expect(guard('/register?from=mail', user)).toEqual({ go: '/' });
  });
  it('everything else continues', () => {
    for (const path of ['/', '/changePassword', '/datasetDetail/1', '/loginx'])
      expect(guard(path, user)).toEqual(stay);
  });
  it('anonymous users pass freely, and an administrator counts as one', () => {
    for (const path of ['/', '/login', '/register', '/forgetPassword', '/administrator']) {
      expect(guard(path, {})).toEqual(stay);
      expect(guard(path, admin)).toEqual(stay);
    }
  });
});

describe('threat 6: redirect leads to known routes of ours only', () => {
  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '%2f%2fevil.example',
    '/%2f%2fevil.example',
    '/\t/evil.example',
    'https://evil.example/admin/index',
    '/datasetDetail/..//evil.example',
    '/unknown',
    '/admin/index/..%2f..',
    '',
    null,
    undefined,
  ])('%j lands on /admin/index', (value) => {
    expect(safeRedirect(value)).toBe('/admin/index');
  });
  it('keeps a known route with its query', () => {
    expect(safeRedirect('/admin/user/user_list?status=pending#x')).toBe(
      '/admin/user/user_list?status=pending#x',
    );
    expect(safeRedirect('/datasetDetail/ds_1')).toBe('/datasetDetail/ds_1');
  });
  it('has another fallback for ordinary users', () => {
    expect(safeRedirect('//evil.example', '/')).toBe('/');
  });
});
