import { Checkbox, Text } from '@mantine/core';
import { tVersions } from '#texts/versions';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import { type About, embargoOf } from './asked.ts';
import { FreezeMeans } from './freeze-means.tsx';
import { usePublish } from './use-publish.ts';

const words = tVersions.publish;

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Publishes a version, and freezes it when that is ticked (releases.md, "Freezing"). */
export function PublishForm({ about, onClose, onDone }: Props) {
  const publish = usePublish();
  const { form, ...sending } = useCallForm({
    initial: { freeze: '' },
    check: () => [],
    async send({ freeze }) {
      await publish(about.id, freeze !== '');
      onDone();
    },
  });
  const freezes = form.values.freeze !== '';
  const until = embargoOf(about);
  return (
    <CallDialogForm
      {...sending}
      submit={freezes ? words.submitFrozen : words.submit}
      focusSubmit
      onClose={onClose}
    >
      <Text size="sm">{until === undefined ? words.what : words.embargoed(until)}</Text>
      {about.frozenAt === null && (
        <Checkbox
          label={words.freeze}
          description={words.freezeHint}
          checked={freezes}
          onChange={(event) => form.setFieldValue('freeze', event.currentTarget.checked ? 'yes' : '')}
        />
      )}
      {freezes && <FreezeMeans id={about.id} />}
    </CallDialogForm>
  );
}
