import { Button, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { tVersions } from '#texts/versions';
import { updateDataset } from '../../../../contract/dataset-admin.ts';
import { call } from '../../../api/call.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import forms from '../../layout/form.module.css';
import { titleOf, useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';

const words = tVersions.embargo;

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Sets or ends the embargo of a version. */
export function EmbargoForm({ about, onClose, onDone }: Props) {
  const refresh = useRefreshDatasets();
  const had = about.embargoUntil ?? '';
  const { form, field, ...sending } = useCallForm({
    initial: { embargoUntil: had },
    // An emptied field ends an embargo; without one there is nothing to end.
    check: (values) => (had === '' ? missing(values, { embargoUntil: words.missing }) : []),
    async send({ embargoUntil }) {
      await call(updateDataset, { params: { id: about.id }, body: { embargoUntil } });
      const name = titleOf(about);
      notifications.show({
        color: 'ok',
        message: embargoUntil === '' ? words.cleared(name) : words.saved(name, embargoUntil),
      });
      await refresh();
      onDone();
    },
  });
  return (
    <CallDialogForm {...sending} onClose={onClose}>
      <Text size="sm">{words.what}</Text>
      <TextInput {...field('embargoUntil')} type="date" label={words.until} className={forms.narrow} />
      {had !== '' && (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={(event) => {
              form.setFieldValue('embargoUntil', '' as never);
              void sending.onSubmit(event);
            }}
          >
            {words.clear}
          </Button>
        </div>
      )}
    </CallDialogForm>
  );
}
