import { Text, Timeline } from '@mantine/core';
import { t } from '#texts';
import type { getUser } from '../../../contract/user-review.ts';
import type { DataOf } from '../../api/call.ts';
import { formatTime } from '../../ui/format.ts';

const words = t.admin.users;
type Step = DataOf<typeof getUser>['timeline'][number];

/** Decisions §3: actor, time, from, to, reason; newest first, undone ones struck through. */
export function UserTimeline({ steps }: { steps: readonly Step[] }) {
  const newestFirst = steps.toReversed();
  return (
    <Timeline bulletSize={12} lineWidth={2}>
      {newestFirst.map(({ reviewId, from, to, reason, by, at, undone }) => (
        <Timeline.Item
          key={reviewId}
          title={
            <Text size="sm" fw={600} {...(undone && { td: 'line-through' })}>
              {from === null
                ? words.registeredStep
                : words.step(words.statusName[from], words.statusName[to])}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            <time dateTime={at}>{formatTime(at)}</time>
            {from !== null && ` · ${by === null ? words.automatic : words.by(by)}`}
            {undone && ` · ${words.withdrawn}`}
          </Text>
          {reason !== null && <Text size="sm">{reason}</Text>}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
