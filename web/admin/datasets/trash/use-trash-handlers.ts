import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { purgeFromTrash, restoreFromTrash, type TrashEntry } from '../../../../contract/trash.ts';
import { en } from '../../../../texts/en.ts';
import { enLists } from '../../../../texts/en-lists.ts';
import { call } from '../../../api/call.ts';
import { formatSizeShort, plural } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { useRefreshDatasets } from '../datasets.query.ts';
import { nameOf } from './trash.query.ts';

const words = enLists.trash;

/** What is lost, before it is. */
const lossOf = ({ kind, name, version, fileCount, size }: TrashEntry): string =>
  kind === 'dataset'
    ? words.purgeDataset(plural(fileCount, ...enLists.file), formatSizeShort(size))
    : words.purgeSubset(`${name} ${version}`, formatSizeShort(size));

export function useTrashHandlers() {
  const client = useQueryClient();
  const refreshDatasets = useRefreshDatasets();
  const work = useWork();
  const refresh = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['trash'] }), refreshDatasets()]).then(() => undefined);

  const restore = async (entry: TrashEntry): Promise<void> => {
    // Also when it is refused: it may be gone meanwhile.
    await call(restoreFromTrash, { params: { id: entry.id } }).finally(refresh);
    notifications.show({ color: 'ok', message: words.restored(nameOf(entry)) });
  };

  const purge = async (entry: TrashEntry): Promise<void> => {
    const sure = await confirm({
      title: words.purgeTitle(nameOf(entry)),
      message: lossOf(entry),
      hint: words.purgeKeeps,
      confirmLabel: words.purge,
      cancelLabel: en.admin.cancel,
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
