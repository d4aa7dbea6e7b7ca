import { type UserStatus, userStatuses } from '../../../contract/session.ts';

export type Decision = 'approved' | 'rejected' | 'needs_info' | 'suspended';

/** Decisions §3: approval from any status, the others only where the rules have an arrow; anything else is 409. */
const decisions: Record<UserStatus, readonly Decision[]> = {
  pending: ['approved', 'needs_info', 'rejected'],
  needs_info: ['approved'],
  rejected: ['approved'],
  approved: ['suspended'],
  suspended: ['approved'],
  expired: ['approved'],
};

export const decisionsFor = (status: UserStatus): readonly Decision[] => decisions[status];

/** Decisions §3: what takes something away is explained to the person. */
export const needsReason = (decision: Decision): decision is Exclude<Decision, 'approved'> =>
  decision !== 'approved';

const byKey: Readonly<Record<string, Decision>> = { a: 'approved', r: 'rejected' };

/** The decision that a key in a user's row asks for, where the rules have it. */
export function decisionOfKey(status: UserStatus, key: string): Decision | undefined {
  const decision = byKey[key];
  return decision && decisionsFor(status).includes(decision) ? decision : undefined;
}

/** The three user screens of §2: one call, different statuses (decisions §3). */
export const screens = {
  all: userStatuses,
  approved: ['approved'],
  applicants: ['pending', 'needs_info'],
} as const satisfies Record<string, readonly UserStatus[]>;
export type Screen = keyof typeof screens;

/** What the call is asked for: the filter's status where the screen has it, else all of the screen's. */
export function statusesOf(screen: Screen, filter: string | undefined): UserStatus[] | undefined {
  const offered: readonly UserStatus[] = screens[screen];
  const chosen = offered.filter((status) => status === filter);
  if (chosen.length > 0) return chosen;
  return screen === 'all' ? undefined : [...offered];
}
