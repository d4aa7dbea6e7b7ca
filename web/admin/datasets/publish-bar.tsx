import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { updateDataset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { isReady } from './dataset-actions.ts';
import styles from './datasets.module.css';
import { datasetQuery, titleOf, useRefreshDatasets } from './datasets.query.ts';

const words = tLists.datasets;

/** Below a draft's files: publishes it. */
export function PublishBar({ datasetId, onDone }: { datasetId: string; onDone(): void }) {
  const { data } = useQuery(datasetQuery(datasetId));
  const refresh = useRefreshDatasets();
  const work = useWork();
  if (data?.dataset.status !== 'draft') return null;
  const ready = isReady(data);

  const publish = () =>
    work.run(datasetId, async () => {
      const params = { id: datasetId };
      const published = await call(updateDataset, { params, body: { status: 'published' } });
      notifications.show({ color: 'ok', message: t.admin.datasets.published(titleOf(published)) });
      await refresh();
      onDone();
    });

  return (
    <Allowed {...toCall(updateDataset)}>
      <div className={styles.foot}>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            {ready ? words.filesNext : words.nothing}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onDone}>
              {words.later}
            </Button>
            <Button variant={ready ? 'filled' : 'default'} loading={work.isBusy(datasetId)} onClick={publish}>
              {words.publishNow}
            </Button>
          </Group>
        </Group>
      </div>
    </Allowed>
  );
}
