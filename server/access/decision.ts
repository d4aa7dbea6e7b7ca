import type { RequestStanding } from '../../contract/access.ts';
import type { DatasetStatus } from '../../contract/catalogue.ts';
import type { UserStatus } from '../../contract/session.ts';
import type { RequestStandings } from '../approval/index.ts';
import type { Terms, ToSign } from '../terms/index.ts';
import { isEmbargoed, type Reader } from './visibility.ts';

/** Of a dataset that asks for requests: how the person's stands. */
type RequestReason =
  | 'request_to_make'
  | 'request_pending'
  | 'request_needs_info'
  | 'request_rejected'
  | 'request_ended';

/** Why somebody gets no bytes. */
export type Reason =
  | 'sign_in'
  | 'administrator'
  | Exclude<UserStatus, 'approved'>
  | 'draft'
  | 'withdrawn'
  | 'elsewhere'
  | 'embargo'
  | 'terms_to_sign'
  | 'terms_changed'
  | RequestReason;

/** A version, as far as the decision depends on it. */
export interface WantedVersion {
  status: DatasetStatus;
  /** UTC day from which its bytes are handed out. */
  embargoUntil: string | null;
  /** Terms of its lineage that the person has not signed; null: nothing is to be signed. */
  toSign: ToSign;
  /** How the person's request stands; null: none is needed. */
  request: RequestStanding | null;
}

/** A draft is nothing that the lab knows of. */
const byRequest: Record<RequestStanding, RequestReason | undefined> = {
  none: 'request_to_make',
  draft: 'request_to_make',
  pending: 'request_pending',
  needs_info: 'request_needs_info',
  rejected: 'request_rejected',
  ended: 'request_ended',
  granted: undefined,
};

/** Who wants bytes; a ticket opens one dataset, and `elsewhere` says that it is another one. */
export type Person = Reader & { elsewhere?: boolean };

/** The first reason against a person, whatever they want: 401, then 403 (decisions §1). */
export function refusalOfPerson(person: Reader): Reason | undefined {
  if (person.kind === 'guest') return undefined;
  if (person.kind === 'user') return person.status === 'approved' ? undefined : person.status;
  return person.kind === 'nobody' ? 'sign_in' : 'administrator';
}

/**
 * The decision of every way to bytes (access.md, "The decision"): the first reason against it, in the order of the
 * specification; undefined: yes. `refusals.ts` has the answer to each.
 */
export function mayDownload(person: Person, version: WantedVersion, now: number): Reason | undefined {
  // Before all reasons of accounts and policies, but never what was withdrawn; of other versions nothing at all.
  if (person.kind === 'guest') {
    if (person.elsewhere) return 'elsewhere';
    return version.status === 'withdrawn' ? 'withdrawn' : undefined;
  }
  const against = refusalOfPerson(person);
  if (against) return against;
  if (version.status !== 'published') return version.status;
  if (person.elsewhere) return 'elsewhere';
  if (isEmbargoed(version.embargoUntil, now)) return 'embargo';
  if (version.toSign === 'unsigned') return 'terms_to_sign';
  if (version.toSign === 'changed') return 'terms_changed';
  return version.request === null ? undefined : byRequest[version.request];
}

/** A version with what its lineage asks for, done or not. */
export interface StoredVersion extends Omit<WantedVersion, 'toSign' | 'request'> {
  lineageId: string;
  /** The set of terms that its lineage asks for. */
  termsId: string | null;
  /** Whether it asks for a granted request. */
  asksRequest: boolean;
}

interface Dependencies {
  toSign: Terms['toSign'];
  standingOf: RequestStandings['standingOf'];
  now: () => number;
}

/** Looks up what the person has signed and been granted, where that is asked, and decides. */
export const decider =
  ({ toSign, standingOf, now }: Dependencies) =>
  async (person: Person, version: StoredVersion): Promise<Reason | undefined> => {
    const { termsId, lineageId, asksRequest } = version;
    const own = person.kind === 'user' ? person.id : undefined;
    return mayDownload(
      person,
      {
        ...version,
        toSign: termsId !== null && own !== undefined ? await toSign(termsId, lineageId, own) : null,
        request: asksRequest && own !== undefined ? await standingOf(own, lineageId) : null,
      },
      now(),
    );
  };

export type Decide = ReturnType<typeof decider>;
