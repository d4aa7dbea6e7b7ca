import type { DatasetStatus } from '../../contract/catalogue.ts';
import type { UserStatus } from '../../contract/session.ts';
import type { Terms, ToSign } from '../terms/index.ts';
import { isEmbargoed, type Reader } from './visibility.ts';

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
  | 'terms_changed';

/** A version, as far as the decision depends on it. */
export interface WantedVersion {
  status: DatasetStatus;
  /** UTC day from which its bytes are handed out. */
  embargoUntil: string | null;
  /** Terms of its lineage that the person has not signed; null: nothing is to be signed. */
  toSign: ToSign;
}

/** Who wants bytes; a ticket opens one dataset, and `elsewhere` says that it is another one. */
export type Person = Reader & { elsewhere?: boolean };

/** The first reason against a person, whatever they want: 401, then 403 (decisions §1). */
export function refusalOfPerson(person: Reader): Reason | undefined {
  if (person.kind === 'user') return person.status === 'approved' ? undefined : person.status;
  return person.kind === 'nobody' ? 'sign_in' : 'administrator';
}

/**
 * The decision of every way to bytes (access.md, "The decision"): the first reason against it, in the order of the
 * specification; undefined: yes. `refusals.ts` has the answer to each.
 */
export function mayDownload(person: Person, version: WantedVersion, now: number): Reason | undefined {
  const against = refusalOfPerson(person);
  if (against) return against;
  if (version.status !== 'published') return version.status;
  if (person.elsewhere) return 'elsewhere';
  if (isEmbargoed(version.embargoUntil, now)) return 'embargo';
  if (version.toSign === 'unsigned') return 'terms_to_sign';
  return version.toSign === 'changed' ? 'terms_changed' : undefined;
}

/** A version with the terms of its lineage, signed or not. */
export interface StoredVersion extends Omit<WantedVersion, 'toSign'> {
  lineageId: string;
  /** The set of terms that its lineage asks for. */
  termsId: string | null;
}

/** Looks up what the person has signed, where something is to be signed, and decides. */
export const decider =
  (toSign: Terms['toSign'], now: () => number) =>
  async (person: Person, version: StoredVersion): Promise<Reason | undefined> => {
    const { termsId, lineageId } = version;
    const asks = termsId !== null && person.kind === 'user';
    return mayDownload(
      person,
      { ...version, toSign: asks ? await toSign(termsId, lineageId, person.id) : null },
      now(),
    );
  };

export type Decide = ReturnType<typeof decider>;
