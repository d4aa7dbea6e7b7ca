import { describe, expect, it } from 'vitest';
import { chooseToken } from './choose-token.ts';

const both = { userToken: 'u', adminToken: 'a' };
const identity = (method: string, path: string, page: string, tokens: object = both) =>
  chooseToken({ method, path }, page, tokens)?.identity;

describe('§7 the Authorization header', () => {
  it('an admin token exists and the path starts with /api/v1/admin: the admin token', () => {
    expect(chooseToken({ method: 'GET', path: '/api/v1/admin/userList' }, '/admin/index', both)).toEqual({
      identity: 'admin',
      token: 'a',
    });
  });
  it('otherwise, if a user token exists, the user token', () => {
    expect(identity('GET', '/api/v1/datasets', '/')).toBe('user');
    expect(identity('GET', '/api/v1/userInfo', '/admin/index')).toBe('user');
    expect(identity('GET', '/api/v1/admin/userList', '/', { userToken: 'u' })).toBe('user');
  });
  it('nobody: no header', () => {
    expect(identity('GET', '/api/v1/datasets', '/', {})).toBeUndefined();
    expect(identity('GET', '/api/v1/datasets', '/', { adminToken: 'a' })).toBeUndefined();
  });
});

describe('decisions §2: dict, config and POST setting in pages under /admin', () => {
  it.each([
    ['GET', '/api/v1/dict/datalist'],
    ['PUT', '/api/v1/dict/data/'],
    ['GET', '/api/v1/configList'],
    ['GET', '/api/v1/configKey/site'],
    ['DELETE', '/api/v1/config/1'],
    ['POST', '/api/v1/config'],
    ['POST', '/api/v1/setting'],
  ])('%s %s carries the admin token there, the user token elsewhere', (method, path) => {
    expect(identity(method, path, '/admin/system/dict')).toBe('admin');
    expect(identity(method, path, '/')).toBe('user');
    expect(identity(method, path, '/administration')).toBe('user');
  });
  it('GET setting is no such call', () => {
    expect(identity('GET', '/api/v1/setting', '/admin/index')).toBe('user');
  });
});
