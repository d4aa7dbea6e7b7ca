import { Checkbox, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tLists } from '#texts/lists';
import { tVersions } from '#texts/versions';
import { purgeRelease } from '../../../../contract/dataset-versions.ts';
import { call } from '../../../api/call.ts';
import { plural } from '../../../ui/format.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import { titleOf, useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';
import styles from './versions.module.css';
import { sharingQuery } from './versions.query.ts';

const words = tVersions.purge;

/** What it has in common; without a current file, where else it has it. */
const labelOf = (version: string, state: string, files: number): string =>
  files === 0
    ? words.sharingFormer(version, state)
    : words.sharingOf(version, state, plural(files, ...tLists.file));

interface Props {
  about: About;
  onClose(): void;
  onDone(): void;
}

/** Removes the bytes of a frozen version for ever, and of the ticked ones that hold some of the same. Owners only. */
export function PurgeForm({ about, onClose, onDone }: Props) {
  const refresh = useRefreshDatasets();
  const name = titleOf(about);
  const sharing = useQuery(sharingQuery(about.id));
  const [also, setAlso] = useState<readonly string[]>([]);
  const { field, ...sending } = useCallForm({
    initial: { reason: '', typed: '' },
    check: (values) => [
      ...missing(values, { reason: words.reasonMissing }),
      ...(values.typed.trim() === name ? [] : [{ path: 'typed', message: words.typedWrong(name) }]),
    ],
    async send({ reason }) {
      await call(purgeRelease, { params: { id: about.id }, body: { reason, also: [...also] } });
      notifications.show({ color: 'ok', message: words.done(name) });
      await refresh();
      onDone();
    },
  });
  const others = sharing.data ?? [];
  return (
    <CallDialogForm
      {...sending}
      submit={words.submit}
      color="error"
      // Who else holds the bytes must have been seen.
      disabled={sharing.data === undefined}
      onClose={onClose}
    >
      <Text size="sm">
        {words.what} {words.stays}
      </Text>
      {sharing.isPending ? (
        <Skeleton height={72} aria-busy />
      ) : sharing.isError ? (
        <Text size="sm" c="error" role="alert">
          {words.sharingFailed}
        </Text>
      ) : others.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.sharingNone}
        </Text>
      ) : (
        <Checkbox.Group
          label={words.sharing}
          description={words.sharingHint}
          value={[...also]}
          onChange={setAlso}
        >
          <div className={styles.sharing}>
            {others.map(({ id, version, status, frozen, files }) => (
              <Checkbox
                key={id}
                value={id}
                label={labelOf(version, frozen ? words.frozenToo : tVersions.state[status], files)}
                {...(status === 'draft' && { description: words.draftGoes })}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Textarea
        {...field('reason')}
        label={words.reason}
        description={words.reasonHint}
        rows={2}
        data-autofocus
      />
      <TextInput {...field('typed')} label={words.typed(name)} autoComplete="off" spellCheck={false} />
    </CallDialogForm>
  );
}
