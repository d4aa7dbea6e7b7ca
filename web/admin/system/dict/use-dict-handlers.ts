import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { deleteDictData, updateDictData } from '../../../../contract/dictionary.ts';
import type { DictEntry } from '../../../../contract/dictionary-entry.ts';
import { call } from '../../../api/call.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { useRefreshDict } from './dict.query.ts';
import type { Editing } from './entry-dialog.tsx';

const words = tSystem.dict;

export interface DictHandlers {
  isBusy(dictCode: string): boolean;
  onEdit(entry: DictEntry): void;
  onStatus(entry: DictEntry): void;
  onDefault(entry: DictEntry): void;
  onDelete(entry: DictEntry): void;
}

/** Actions on entries; deleting asks first. */
export function useDictHandlers() {
  const refresh = useRefreshDict();
  const work = useWork();
  const [editing, setEditing] = useState<Editing>();

  const done = async (message: string) => {
    notifications.show({ color: 'ok', message });
    await refresh();
  };

  const change = ({ dictCode, dictLabel }: DictEntry, to: Partial<Pick<DictEntry, 'status' | 'isDefault'>>) =>
    work.run(dictCode, async () => {
      await call(updateDictData, { body: { dictCode, ...to } });
      await done(words.changed(dictLabel));
    });

  const remove = ({ dictCode, dictLabel }: DictEntry) =>
    work.run(dictCode, async () => {
      const sure = await confirm({
        title: words.deleteTitle(dictLabel),
        message: words.deleteBody,
        confirmLabel: tSystem.delete,
        cancelLabel: t.admin.cancel,
        danger: true,
      });
      if (!sure) return;
      await call(deleteDictData, { params: { id: dictCode } });
      await done(words.deleted(dictLabel));
    });

  const handlers: DictHandlers = {
    isBusy: work.isBusy,
    onEdit: (entry) => setEditing({ entry }),
    onStatus: (entry) => change(entry, { status: entry.status === '0' ? '1' : '0' }),
    onDefault: (entry) => change(entry, { isDefault: !entry.isDefault }),
    onDelete: remove,
  };
  return { handlers, editing, setEditing };
}
