import { describe, expect, it } from 'vitest';
import { asLists, difference, fieldName, isTold } from './difference.ts';

const brief = (before: unknown, after: unknown) =>
  difference(before, after).map(({ path, kind }) => `${path} ${kind}`);

describe('the audit log: before and after as a readable difference', () => {
  it('names each place that changed, nested ones by their path', () => {
    expect(difference({ role: 'reviewer', a: { b: 1, c: 2 } }, { role: 'owner', a: { b: 1, c: 3 } })).toEqual(
      [
        { path: 'role', kind: 'changed', before: 'reviewer', after: 'owner' },
        { path: 'a.b', kind: 'same', before: 1, after: 1 },
        { path: 'a.c', kind: 'changed', before: 2, after: 3 },
      ],
    );
  });

  it('tells what is only on one side', () => {
    expect(brief({ status: 'pending' }, { status: 'rejected', reason: 'no' })).toEqual([
      'status changed',
      'reason added',
    ]);
    expect(brief(null, { name: 'A', sub: { x: 1 } })).toEqual(['name added', 'sub.x added']);
    expect(brief({ name: 'A' }, null)).toEqual(['name removed']);
  });

  it('keeps null within a value apart from nothing', () => {
    expect(brief({ approvalDays: null }, { approvalDays: 30 })).toEqual(['approvalDays changed']);
  });

  it('leaves out what a new thing does not say, but not what was emptied', () => {
    const told = (before: unknown, after: unknown) =>
      difference(before, after)
        .filter(isTold)
        .map(({ path }) => path);
    expect(told(null, { name: 'A', doi: '', keywords: [], size: 0, until: null })).toEqual(['name', 'size']);
    expect(told({ name: 'A', doi: 'x' }, { name: 'A', doi: '' })).toEqual(['doi']);
  });

  it('names fields for people', () => {
    expect(fieldName('approvalDays')).toBe('approval days');
    expect(fieldName('terms.approvedUntil')).toBe('terms / approved until');
  });

  it('holds nothing where nothing was kept, and a bare value as itself', () => {
    expect(difference(null, null)).toEqual([]);
    expect(brief('on', 'off')).toEqual([' changed']);
  });

  it('shows of a list only what came and went', () => {
    const [changed] = difference({ domains: ['a.edu', 'b.edu'] }, { domains: ['b.edu', 'c.edu'] });
    expect(changed && asLists(changed)).toEqual({ removed: ['a.edu'], added: ['c.edu'] });
    const [records] = difference({ x: [{ id: 1 }] }, { x: [{ id: 2 }] });
    expect(records && asLists(records)).toBeUndefined();
  });
});
