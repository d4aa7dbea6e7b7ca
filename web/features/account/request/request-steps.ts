import { tRequests as words } from '#texts/requests';
import type { RequestStanding, RequestStatus } from '../../../../contract/access.ts';
import type { OwnRequest } from '../../../../contract/requests.ts';
import type { Step } from '../steps.tsx';

const { status: names, steps, step: changes } = words;

/** The states of a request that was sent. */
export type SentStatus = Exclude<RequestStatus, 'draft'>;

export const wasSent = (status: RequestStanding): status is SentStatus =>
  status !== 'none' && status !== 'draft';

/** As for the application of an account: submitted, in review, decided. */
export function stepsOf(status: SentStatus): Step[] {
  const waiting = status === 'pending' || status === 'needs_info';
  return [
    { name: steps.submitted, state: 'done' },
    {
      name: status === 'needs_info' ? names.needs_info : steps.review,
      state: waiting ? 'current' : 'done',
    },
    {
      name: waiting ? names.granted : names[status],
      state: waiting ? 'upcoming' : status === 'granted' ? 'done' : 'refused',
    },
  ];
}

export const toneOf = (status: RequestStatus): 'ok' | 'warn' | 'error' | 'plain' => {
  if (status === 'granted') return 'ok';
  if (status === 'rejected') return 'error';
  return status === 'needs_info' || status === 'ended' ? 'warn' : 'plain';
};

/** The name of a step in the timeline. */
export function nameOfStep({ from, to }: Pick<OwnRequest['timeline'][number], 'from' | 'to'>): string {
  if (to === 'draft') return names.draft;
  if (to === 'pending') return from === null || from === 'draft' ? changes.first : changes.again;
  return changes[to];
}
