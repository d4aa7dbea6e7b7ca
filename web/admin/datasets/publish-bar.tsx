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
import styles from './datasets.module.css';
import { datasetQuery, titleOf, useRefreshDatasets } from './datasets.query.ts';

const words = tLists.datasets;

/** Below a draft's files: publishes it. */
export function PublishBar({ datasetId, onDone }: { datasetId: string; onDone(): void }) {
  const { data } = useQuery(datasetQuery(datasetId));
  const refresh = useRefreshDatasets();
  const work = useWork();
  if (data?.dataset.status !== 'draft') return null;
  // Files being ingested count: publishing may precede their hashes (decisions §4).
  const isEmpty = data.subsetList.length === 0 && data.dataset.size === 0;

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
            {isEmpty ? words.nothing : words.filesNext}
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onDone}>
              {words.later}
            </Button>
            <Button loading={work.isBusy(datasetId)} onClick={publish}>
              {words.publishNow}
            </Button>
          </Group>
        </Group>
      </div>
    </Allowed>
  );
}
