import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { tVersions } from '#texts/versions';
import type { Subset } from '../../../contract/catalogue.ts';
import { updateSubset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { CallDialog, CallDialogForm } from '../layout/call-dialog.tsx';
import { useRefreshDatasets } from './datasets.query.ts';

const words = t.admin.subsets;

interface Props {
  subset: Subset | undefined;
  /** Its path is fixed. */
  isFrozen: boolean;
  onClose(): void;
}

export function EditSubset({ subset, isFrozen, onClose }: Props) {
  return (
    <CallDialog about={subset} title={() => words.editTitle} onClose={onClose}>
      {(one) => <EditForm subset={one} isFrozen={isFrozen} onClose={onClose} />}
    </CallDialog>
  );
}

function EditForm({ subset, isFrozen, onClose }: Props & { subset: Subset }) {
  const refresh = useRefreshDatasets();
  const { field, ...sending } = useCallForm({
    initial: { path: subset.path, desc: subset.desc },
    check: () => [],
    async send({ path, desc }) {
      // An unchanged path is omitted: the server would treat it as a move onto itself.
      const body = path === subset.path ? { desc } : { path, desc };
      await call(updateSubset, { params: { id: subset.id }, body });
      notifications.show({ color: 'ok', message: t.admin.saved });
      await refresh();
      onClose();
    },
  });
  return (
    <CallDialogForm {...sending} onClose={onClose}>
      <TextInput
        {...field('path')}
        label={words.path}
        spellCheck={false}
        {...(isFrozen && { readOnly: true, description: tVersions.frozenNotice.path })}
      />
      <Textarea {...field('desc')} label={words.desc} rows={3} />
    </CallDialogForm>
  );
}
