import { describe, expect, test } from 'vitest';
import { adminRoles } from '../../contract/administrators.ts';
import { grants, tagsOf } from './permissions.ts';

describe('§5, decisions §2: permission tags', () => {
  test.each([
    [['*:*:*'], 'user:review:write', true],
    [['user:review:write'], 'user:review:write', true],
    [['user:*:*'], 'user:list:read', true],
    [['user:*:*'], 'record:list:read', false],
    [['user:*:read'], 'user:list:write', false],
    [['*:*:read'], 'audit:list:read', true],
    [['*:list:write'], 'dataset:list:write', true],
    [['*:list:write'], 'dataset:trash:write', false],
    [['record:*:read', 'user:list:read'], 'user:list:read', true],
    [[], 'user:list:read', false],
    // A malformed tag grants nothing.
    [['*'], 'user:list:read', false],
    [['*:*'], 'user:list:read', false],
    [['*:*:*:*'], 'user:list:read', false],
    [['user:list:rea'], 'user:list:read', false],
    [['us*:list:read'], 'user:list:read', false],
    [[''], 'user:list:read', false],
  ])('%j grants %s: %s', (held, wanted, granted) => {
    expect(grants(held, wanted)).toBe(granted);
  });

  test('an owner may everything, an auditor reads everything and writes nothing', () => {
    expect(tagsOf('owner')).toEqual(['*:*:*']);
    expect(grants(tagsOf('auditor'), 'audit:list:read')).toBe(true);
    expect(grants(tagsOf('auditor'), 'config:setting:write')).toBe(false);
  });

  test('nobody but an owner manages administrators', () => {
    const may = adminRoles.filter((role) => grants(tagsOf(role), 'admin:list:write'));
    expect(may).toEqual(['owner']);
  });

  test('a role that does not exist may nothing', () => {
    for (const role of ['', 'Owner', 'admin', '__proto__', 'constructor', 'toString']) {
      expect(grants(tagsOf(role), 'user:list:read'), role).toBe(false);
    }
  });
});
