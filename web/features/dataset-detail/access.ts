import type { DatasetAccess, RequestStanding } from '../../../contract/access.ts';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { Visitor } from '../../session/user.ts';

/** A visitor's access to a dataset's files: selects the contents of the Download column and the notice. */
export type Access =
  | { kind: 'anonymous' }
  | { kind: 'loading' }
  | { kind: 'withdrawn' }
  /** Nobody may yet: until the UTC day `until`. */
  | { kind: 'embargoed'; until: string }
  | Known;

/** A signed-in user's. */
export type Known = { kind: 'links' } | { kind: ToSign } | ToAsk | Standing;

/** An approved user's, who first signs the terms, or the new ones. */
export type ToSign = NonNullable<DatasetAccess['toSign']>;

/** An approved user's, whose request is not granted. */
export type ToAsk = { kind: 'request'; standing: Exclude<RequestStanding, 'granted'> };

/** What this reader has to do of what the dataset asks for. */
export type Asks = Pick<DatasetAccess, 'toSign' | 'request'>;

/** A signed-in user's, who may not download. */
export type Standing =
  | { kind: 'awaiting' }
  | { kind: 'unknown'; why: string }
  | { kind: 'needs info' | 'rejected' | 'expired' | 'suspended'; reason: string | null };

/** Whether an approved user first signs. */
export const isToSign = (access: Access): access is { kind: ToSign } =>
  access.kind === 'unsigned' || access.kind === 'changed';

/** Decisions §3: whether the person may apply again. */
export const mayApply = ({ kind }: Access): boolean =>
  kind === 'rejected' || kind === 'needs info' || kind === 'expired';

/**
 * Decisions §3 and §8: links for approved users only; others see their status. releases.md, "Embargo": no bytes before
 * that day. access.md, "The decision": none before the dataset's terms are signed, and the request granted.
 */
export function accessOf(
  { status, embargoUntil }: Pick<Dataset, 'status' | 'embargoUntil'>,
  visitor: Visitor,
  { toSign, request }: Asks,
): Access {
  if (status === 'withdrawn') return { kind: 'withdrawn' };
  if (embargoUntil !== null && new Date().toISOString() < embargoUntil) {
    return { kind: 'embargoed', until: embargoUntil };
  }
  if (visitor.kind !== 'signed in') return visitor;
  const { statusReason: reason } = visitor.user;
  switch (visitor.user.status) {
    case 'approved':
      if (toSign !== null) return { kind: toSign };
      return request === null || request === 'granted'
        ? { kind: 'links' }
        : { kind: 'request', standing: request };
    case 'pending':
      return { kind: 'awaiting' };
    case 'needs_info':
      return { kind: 'needs info', reason };
    default:
      return { kind: visitor.user.status, reason };
  }
}
