import { tAccount } from '#texts/account';
import type { OwnApplication } from '../../../../contract/own-account.ts';
import type { UserStatus } from '../../../../contract/session.ts';
import type { Step } from '../steps.tsx';

const { steps, status: names, step: changes } = tAccount.own.application;

/** Look, "Account": Submitted → In review → Approved or Rejected. */
export function stepsOf(status: UserStatus): Step[] {
  const waiting = status === 'pending' || status === 'needs_info';
  const last = waiting ? names.approved : names[status];
  const end = waiting ? 'upcoming' : status === 'approved' ? 'done' : 'refused';
  return [
    { name: steps.submitted, state: 'done' },
    {
      name: status === 'needs_info' ? names.needs_info : steps.review,
      state: waiting ? 'current' : 'done',
    },
    { name: last, state: end },
  ];
}

export const toneOf = (status: UserStatus): 'ok' | 'warn' | 'error' | 'plain' => {
  if (status === 'approved') return 'ok';
  if (status === 'pending') return 'plain';
  return status === 'needs_info' || status === 'expired' ? 'warn' : 'error';
};

/** The name of a step in the timeline. */
export const nameOfStep = ({ from, to }: Pick<OwnApplication['timeline'][number], 'from' | 'to'>): string => {
  if (to === 'pending') return from === null ? changes.first : changes.again;
  return changes[to];
};
