import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { tVersions } from '#texts/versions';
import { updateDataset } from '../../../../contract/dataset-admin.ts';
import { call } from '../../../api/call.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import { titleOf, useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';

const words = tVersions.withdraw;

interface Props {
  about: About;
  insteadOfDeleting: boolean;
  onClose(): void;
  onDone(): void;
}

/** Withdraws a version; of a frozen one with a reason, which its page shows for ever. */
export function WithdrawForm({ about, insteadOfDeleting, onClose, onDone }: Props) {
  const refresh = useRefreshDatasets();
  const isFrozen = about.frozenAt !== null;
  const { field, ...sending } = useCallForm({
    initial: { reason: '' },
    check: (values) => (isFrozen ? missing(values, { reason: words.reasonMissing }) : []),
    async send({ reason }) {
      const body = { status: 'withdrawn' as const, reason };
      await call(updateDataset, { params: { id: about.id }, body });
      notifications.show({ color: 'ok', message: t.admin.datasets.withdrawn(titleOf(about)) });
      await refresh();
      onDone();
    },
  });
  return (
    <CallDialogForm {...sending} submit={t.admin.datasets.withdraw} color="error" onClose={onClose}>
      {insteadOfDeleting && <Text size="sm">{words.instead}</Text>}
      <Text size="sm">
        {t.admin.datasets.withdrawBody}
        {isFrozen && ` ${words.stays}`}
      </Text>
      <Textarea
        {...field('reason')}
        label={words.reason}
        description={words.reasonHint}
        rows={3}
        data-autofocus
      />
    </CallDialogForm>
  );
}
