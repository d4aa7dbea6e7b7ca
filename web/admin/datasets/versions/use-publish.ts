import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { tVersions } from '#texts/versions';
import { updateDataset } from '../../../../contract/dataset-admin.ts';
import { call } from '../../../api/call.ts';
import { titleOf, useRefreshDatasets } from '../datasets.query.ts';

const words = tVersions.publish;

/** Publishes a version, freezes it with that or as soon as it is hashed, and says which. */
export function usePublish(): (id: string, freeze: boolean) => Promise<void> {
  const refresh = useRefreshDatasets();
  return async (id, freeze) => {
    const body = { status: 'published' as const, ...(freeze && { freeze }) };
    const saved = await call(updateDataset, { params: { id }, body });
    const said = !freeze
      ? t.admin.datasets.published
      : saved.frozenAt === null
        ? words.pending
        : words.frozen;
    notifications.show({ color: 'ok', message: said(titleOf(saved)) });
    await refresh();
  };
}
