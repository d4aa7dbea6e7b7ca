import { describe, expect, it } from 'vitest';
import { t } from '#texts/reading';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { UserInfo, UserStatus } from '../../../contract/session.ts';
import { type Asks, accessOf, mayApply, type ToSign } from './access.ts';
import { rowsOf } from './rows.ts';

const measures = { size: 1, fileCount: 1, sha256: null };
const dataset = { id: 'd', name: 'Brain', version: '1.0', path: 'brain/1.0.zip', ...measures } as Dataset;
const subset = (path: string, desc: string) => ({ id: path, path, desc, ...measures }) as Subset;

describe('§2 the Data list', () => {
  const rows = rowsOf(
    dataset,
    [subset('brain/1.0/train.zip', 'Training'), subset('other/x.csv', ' ')],
    t.literal,
  );
  it("the first row is the whole dataset, with description 'Whole dataset'", () => {
    expect(rows[0]).toMatchObject({ name: 'Brain 1.0', fileName: '1.0.zip', desc: 'Whole dataset' });
  });
  it("the other rows are the subsets; the description shows 'subset' when empty", () => {
    expect(rows.slice(1)).toMatchObject([
      { name: 'train.zip', desc: 'Training' },
      { name: 'other/x.csv', fileName: 'x.csv', desc: 'subset' },
    ]);
  });
});

describe('decisions §8: links show for approved users only, others see where they stand', () => {
  const none = { toSign: null, request: null };
  const as = (status: UserStatus, toSign: ToSign | null = null, request: Asks['request'] = null) =>
    accessOf(
      { status: 'published', embargoUntil: null },
      { kind: 'signed in', user: { status, statusReason: 'because' } as UserInfo },
      { toSign, request },
    );
  it.each([
    ['approved', { kind: 'links' }],
    ['pending', { kind: 'awaiting' }],
    ['needs_info', { kind: 'needs info', reason: 'because' }],
    ['rejected', { kind: 'rejected', reason: 'because' }],
    ['suspended', { kind: 'suspended', reason: 'because' }],
    ['expired', { kind: 'expired', reason: 'because' }],
  ] as const)('%s', (status, access) => {
    expect(as(status)).toEqual(access);
  });
  it.each(['unsigned', 'changed'] as const)(
    'access.md: with terms %s, an approved user signs first',
    (toSign) => {
      expect(as('approved', toSign)).toEqual({ kind: toSign });
      expect(as('pending', toSign), 'they are told where their application stands').toEqual({
        kind: 'awaiting',
      });
    },
  );
  it('access.md: after the terms, an approved user asks, until the request is granted', () => {
    expect(as('approved', null, 'none')).toEqual({ kind: 'request', standing: 'none' });
    expect(as('approved', null, 'pending')).toEqual({ kind: 'request', standing: 'pending' });
    expect(as('approved', null, 'granted')).toEqual({ kind: 'links' });
    expect(as('approved', 'unsigned', 'none')).toEqual({ kind: 'unsigned' });
    expect(as('pending', null, 'none')).toEqual({ kind: 'awaiting' });
  });
  it('rejected, needs_info and expired may apply again (decisions §3)', () => {
    const all = ['pending', 'approved', 'rejected', 'needs_info', 'suspended', 'expired'] as const;
    expect(all.filter((status) => mayApply(as(status)))).toEqual(['rejected', 'needs_info', 'expired']);
  });
  it('releases.md, "Embargo": before that day there are links for nobody, from then on for whom there are', () => {
    const of = (embargoUntil: string) =>
      accessOf(
        { status: 'published', embargoUntil },
        { kind: 'signed in', user: { status: 'approved' } as UserInfo },
        none,
      );
    expect(of('9999-01-01')).toEqual({ kind: 'embargoed', until: '9999-01-01' });
    expect(of(new Date().toISOString().slice(0, 10))).toEqual({ kind: 'links' });
  });
  it('anonymous visitors are asked to sign in, and a withdrawn dataset has links for nobody', () => {
    expect(accessOf({ status: 'published', embargoUntil: null }, { kind: 'anonymous' }, none)).toEqual({
      kind: 'anonymous',
    });
    expect(accessOf({ status: 'withdrawn', embargoUntil: null }, { kind: 'anonymous' }, none)).toEqual({
      kind: 'withdrawn',
    });
  });
});
