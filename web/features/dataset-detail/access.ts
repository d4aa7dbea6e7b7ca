import type { Dataset } from '../../../contract/catalogue.ts';
import type { Visitor } from '../../session/user.ts';

/** Where a visitor stands towards the files of a dataset: decides what the Download column and the notice say. */
export type Access =
  | { kind: 'links' | 'anonymous' | 'loading' | 'withdrawn' | 'awaiting' }
  | { kind: 'unknown'; why: string }
  | { kind: 'needs info' | 'rejected' | 'expired' | 'suspended'; reason: string | null };

/** Decisions §3: who may apply again. */
export const mayApply = ({ kind }: Access): boolean =>
  kind === 'rejected' || kind === 'needs info' || kind === 'expired';

/** Decisions §3 and §8: links for approved users only; others see where they stand. */
export function accessOf({ status }: Pick<Dataset, 'status'>, visitor: Visitor): Access {
  if (status === 'withdrawn') return { kind: 'withdrawn' };
  if (visitor.kind !== 'signed in') return visitor;
  const { statusReason: reason } = visitor.user;
  switch (visitor.user.status) {
    case 'approved':
      return { kind: 'links' };
    case 'pending':
      return { kind: 'awaiting' };
    case 'needs_info':
      return { kind: 'needs info', reason };
    default:
      return { kind: visitor.user.status, reason };
  }
}
