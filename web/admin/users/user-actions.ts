import { type UserStatus, userStatuses } from '../../../contract/session.ts';

export type Decision = 'approved' | 'rejected' | 'needs_info' | 'suspended';

/** Decisions §3: approval from any status, the others by the permitted transitions; anything else is 409. */
const decisions: Record<UserStatus, readonly Decision[]> = {
  pending: ['approved', 'needs_info', 'rejected'],
  needs_info: ['approved'],
  rejected: ['approved'],
  approved: ['suspended'],
  suspended: ['approved'],
  expired: ['approved'],
};

export const decisionsFor = (status: UserStatus): readonly Decision[] => decisions[status];

/** Decisions §3: decisions against a person need a reason. */
export const needsReason = (decision: Decision): decision is Exclude<Decision, 'approved'> =>
  decision !== 'approved';

const byKey: Readonly<Record<string, Decision>> = { a: 'approved', r: 'rejected' };

/** The decision of a key pressed in a user's row, if permitted. */
export function decisionOfKey(status: UserStatus, key: string): Decision | undefined {
  const decision = byKey[key];
  return decision && decisionsFor(status).includes(decision) ? decision : undefined;
}

/** The three user screens of §2: one call with different statuses (decisions §3). */
export const screens = {
  all: userStatuses,
  approved: ['approved'],
  applicants: ['pending', 'needs_info'],
} as const satisfies Record<string, readonly UserStatus[]>;
export type Screen = keyof typeof screens;

/** The call's status filter: the chosen one if the screen has it, else all of the screen's. */
export function statusesOf(screen: Screen, filter: string | undefined): UserStatus[] | undefined {
  const offered: readonly UserStatus[] = screens[screen];
  const chosen = offered.filter((status) => status === filter);
  if (chosen.length > 0) return chosen;
  return screen === 'all' ? undefined : [...offered];
}
