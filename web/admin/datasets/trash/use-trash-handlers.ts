import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { purgeFromTrash, restoreFromTrash, type TrashEntry } from '../../../../contract/trash.ts';
import { call } from '../../../api/call.ts';
import { formatSizeShort, plural } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { useRefreshDatasets } from '../datasets.query.ts';
import { nameOf } from './trash.query.ts';

const words = tLists.trash;

/** What a purge will delete, for its confirmation. */
const lossOf = ({ kind, name, version, fileCount, size }: TrashEntry): string =>
  kind === 'dataset'
    ? words.purgeDataset(plural(fileCount, ...tLists.file), formatSizeShort(size))
    : words.purgeSubset(`${name} ${version}`, formatSizeShort(size));

export function useTrashHandlers() {
  const client = useQueryClient();
  const refreshDatasets = useRefreshDatasets();
  const work = useWork();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['trash'] }), refreshDatasets()]).then(() => undefined);

  const restore = async (entry: TrashEntry): Promise<void> => {
    // After a refusal, too: the item may be gone.
    await call(restoreFromTrash, { params: { id: entry.id } }).finally(refresh);
    notifications.show({ color: 'ok', message: words.restored(nameOf(entry)) });
  };

  const purge = async (entry: TrashEntry): Promise<void> => {
    const sure = await confirm({
      title: words.purgeTitle(nameOf(entry)),
      message: lossOf(entry),
      hint: words.purgeKeeps,
      confirmLabel: words.purge,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(purgeFromTrash, { params: { id: entry.id } }).finally(refresh);
    notifications.show({ color: 'ok', message: words.purged(nameOf(entry)) });
  };

  return {
    isBusy: work.isBusy,
    onRestore: (entry: TrashEntry) => work.run(entry.id, () => restore(entry)),
    onPurge: (entry: TrashEntry) => work.run(entry.id, () => purge(entry)),
  };
}

export type TrashHandlers = ReturnType<typeof useTrashHandlers>;
