import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tLists } from '#texts/lists';
import { tVersions } from '#texts/versions';
import { updateDataset } from '../../../contract/dataset-admin.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { isReady } from './dataset-actions.ts';
import styles from './datasets.module.css';
import { datasetQuery } from './datasets.query.ts';
import { FreezeMeans } from './versions/freeze-means.tsx';
import { usePublish } from './versions/use-publish.ts';

const words = tLists.datasets;
const more = tVersions.publish;

/** Below a draft's files: publishes it, by one click; freezing with it is offered beside. */
export function PublishBar({ datasetId, onDone }: { datasetId: string; onDone(): void }) {
  const { data } = useQuery(datasetQuery(datasetId));
  const publish = usePublish();
  const work = useWork();
  const [freezes, setFreezes] = useState(false);
  if (data?.dataset.status !== 'draft') return null;
  const ready = isReady(data);

  return (
    <Allowed {...toCall(updateDataset)}>
      <div className={styles.foot}>
        {ready && freezes && <FreezeMeans id={datasetId} />}
        <Group justify="space-between" gap="sm">
          {ready ? (
            <Checkbox
              label={more.freeze}
              description={more.freezeHint}
              checked={freezes}
              onChange={(event) => setFreezes(event.currentTarget.checked)}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {words.nothing}
            </Text>
          )}
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={onDone}>
              {words.later}
            </Button>
            <Button
              variant={ready ? 'filled' : 'default'}
              loading={work.isBusy(datasetId)}
              onClick={() =>
                work.run(datasetId, async () => {
                  await publish(datasetId, ready && freezes);
                  onDone();
                })
              }
            >
              {ready && freezes ? more.submitFrozen : words.publishNow}
            </Button>
          </Group>
        </Group>
      </div>
    </Allowed>
  );
}
