import { describe, expect, test } from 'vitest';
import { grants, tagsOf } from './permissions.ts';

describe('decisions §2: permission tags', () => {
  test('* in a place grants all of it; places are never skipped', () => {
    expect(grants(['*:*:*'], 'user:review:write')).toBe(true);
    expect(grants(['user:*:read'], 'user:list:read')).toBe(true);
    expect(grants(['user:*:read'], 'user:list:write')).toBe(false);
    expect(grants(['dataset:*:*'], 'user:list:read')).toBe(false);
    for (const odd of ['*', '*:*', 'user:list', '', 'user:list:read:x'])
      expect(grants([odd], 'user:list:read'), odd).toBe(false);
    expect(grants([], 'user:list:read')).toBe(false);
  });

  test('what each role may do; an unknown one may nothing', () => {
    const may = (role: string) =>
      [
        'user:review:write',
        'dataset:list:write',
        'record:list:read',
        'config:setting:write',
        'audit:list:read',
      ].map((tag) => grants(tagsOf(role), tag));
    expect(may('owner')).toEqual([true, true, true, true, true]);
    expect(may('reviewer')).toEqual([true, false, true, false, false]);
    expect(may('curator')).toEqual([false, true, true, false, false]);
    expect(may('auditor')).toEqual([false, false, true, false, true]);
    expect(may('nobody')).toEqual([false, false, false, false, false]);
  });
});
