import { notifications } from '@mantine/notifications';
import { tVersions } from '#texts/versions';
import { freeze } from '../../../../contract/dataset-versions.ts';
import { call } from '../../../api/call.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import { titleOf, useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';
import { FreezeMeans } from './freeze-means.tsx';

const words = tVersions.freeze;

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Fixes the files of a version for ever, or as soon as they are hashed. */
export function FreezeForm({ about, onClose, onDone }: Props) {
  const refresh = useRefreshDatasets();
  const { form: _, ...sending } = useCallForm({
    initial: {},
    check: () => [],
    async send() {
      const { frozenAt } = await call(freeze, { params: { id: about.id } });
      notifications.show({
        color: 'ok',
        message: (frozenAt === null ? words.pending : words.done)(titleOf(about)),
      });
      await refresh();
      onDone();
    },
  });
  return (
    <CallDialogForm {...sending} submit={words.submit} onClose={onClose}>
      <FreezeMeans id={about.id} />
    </CallDialogForm>
  );
}
