import { Text, Timeline } from '@mantine/core';
import { tReview as words } from '#texts/review';
import { Time } from '../../ui/mantine/time.tsx';

interface Step<Status extends string> {
  reviewId: string;
  from: Status | null;
  to: Status;
  reason: string | null;
  by: string | null;
  at: string;
  undone: boolean;
}

interface Props<Status extends string> {
  steps: readonly Step<Status>[];
  statusName: Record<Status, string>;
  /** Of the step that has nothing before it. */
  began: string;
}

/** Decisions §3: actor, time, from, to, reason; newest first, undone ones struck through. */
export function ReviewTimeline<Status extends string>({ steps, statusName, began }: Props<Status>) {
  const newestFirst = steps.toReversed();
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {newestFirst.map(({ reviewId, from, to, reason, by, at, undone }) => (
        <Timeline.Item
          key={reviewId}
          title={
            <Text size="sm" fw={600} {...(undone && { td: 'line-through' })}>
              {from === null ? began : words.step(statusName[from], statusName[to])}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            <Time at={at} />
            {from !== null && ` · ${by === null ? words.automatic : words.by(by)}`}
            {undone && ` · ${words.withdrawn}`}
          </Text>
          {reason !== null && <Text size="sm">{reason}</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
