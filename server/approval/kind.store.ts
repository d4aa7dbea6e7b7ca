import type { RequestStatus } from '../../contract/access.ts';
import type { UserStatus } from '../../contract/session.ts';
import type { Db, Queries } from '../database/index.ts';

/** What is decided about: an account, or a request for a dataset. The same columns in both tables. */
export interface Subject {
  id: string;
  status: string;
  status_reason: string | null;
  applied_at: number | null;
  reviewed_at: number | null;
  approved_until: number | null;
  reminded_at: number | null;
  announced_at: number | null;
}

interface Step {
  id: string;
  /** Under the name that the kind gives it. */
  subject: string;
  from_status: string | null;
  to_status: string;
  reason: string | null;
  admin_id: string | null;
  at: number;
  undone_at: number | null;
  former: string;
}

type Approvals = { subjects: Subject; steps: Step };

/**
 * Where accounts and requests differ in the database: access.md, "all as for accounts, by the same code". The statements
 * know statuses as words; `Status` says which ones come back.
 */
export interface Kind<Status extends string = string> {
  /** The table of subjects. */
  subjects: 'users' | 'requests';
  /** The table of their steps, and its column that names the subject. */
  steps: 'reviews' | 'request_reviews';
  of: 'user_id' | 'request_id';
  /** The status that lets download, and the one past its end. */
  held: Status;
  over: Status;
}

export const accounts: Kind<UserStatus> = {
  subjects: 'users',
  steps: 'reviews',
  of: 'user_id',
  held: 'approved',
  over: 'expired',
};

export const requests: Kind<RequestStatus> = {
  subjects: 'requests',
  steps: 'request_reviews',
  of: 'request_id',
  held: 'granted',
  over: 'ended',
};

/** From what to what, and why. */
export interface Transition<Status extends string> {
  from_status: Status | null;
  to_status: Status;
  reason: string | null;
  at: number;
}

/** A new step, of the subject `subject`. */
export type NewStep = Omit<Step, 'undone_at'>;

/** The tables of a kind, for statements that are the same for all: columns stand in them without a table's name. */
export function tablesOf(kind: Kind) {
  const subjects = kind.subjects as string as 'subjects';
  const steps = kind.steps as string as 'steps';
  const of = kind.of as string as 'subject';
  const on = (queries: Db | Queries) => (queries as Queries).withTables<Approvals>();
  return {
    of,
    subjects: (queries: Queries) => on(queries).selectFrom(subjects),
    update: (queries: Queries) => on(queries).updateTable(subjects),
    steps: (queries: Queries) => on(queries).selectFrom(steps),
    updateStep: (queries: Queries) => on(queries).updateTable(steps),
    /** The steps, as `step` in conditions that look at two of them. */
    aliased: <Name extends string>(queries: Queries, name: Name) =>
      on(queries).selectFrom(`${steps} as ${name}` as `steps as ${Name}`),
    async addStep(queries: Queries, { subject, ...step }: NewStep): Promise<void> {
      const row = { ...step, [of]: subject, undone_at: null } as Step;
      await on(queries).insertInto(steps).values(row).execute();
    },
  };
}
