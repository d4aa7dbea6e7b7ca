import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tReviewer } from '#texts/reviewer';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { addReviewerLink } from '../../../../contract/reviewer-links.ts';
import { call } from '../../../api/call.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { formatUtcDay } from '../../../ui/format.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
import forms from '../../layout/form.module.css';
import { titleOf } from '../datasets.query.ts';
import styles from './access.module.css';

const words = tReviewer.links;

interface Props {
  dataset: AdminDataset;
  /** The first and the last day that it can end on; undefined closes the dialog. */
  days: { first: string; last: string } | undefined;
  onMade(): void;
  onClose(): void;
}

/** Makes a reviewer link, and shows it this once. */
export function MakeReviewerLink({ dataset, days, onMade, onClose }: Props) {
  const [url, setUrl] = useState<string>();
  const close = () => {
    setUrl(undefined);
    onClose();
  };
  return (
    <CallDialog
      about={days}
      title={() => (url === undefined ? words.makeTitle(titleOf(dataset)) : words.made)}
      // What is shown once is not lost by a click beside it, or by a key.
      closeOnClickOutside={url === undefined}
      {...(url !== undefined && { closeOnEscape: false })}
      onClose={close}
    >
      {(about) =>
        url === undefined ? (
          <MakeForm
            dataset={dataset}
            days={about}
            onClose={close}
            onDone={(made) => {
              setUrl(made);
              onMade();
            }}
          />
        ) : (
          <MadeLink url={url} onClose={close} />
        )
      }
    </CallDialog>
  );
}

interface FormProps {
  dataset: AdminDataset;
  days: { first: string; last: string };
  onDone(url: string): void;
  onClose(): void;
}

function MakeForm({ dataset, days, onDone, onClose }: FormProps) {
  const {
    form: _,
    field,
    ...sending
  } = useCallForm({
    initial: { name: '', until: '' },
    check: (values) => missing(values, { name: words.nameMissing, until: words.untilMissing }),
    async send({ name, until }) {
      const { url } = await call(addReviewerLink, { params: { id: dataset.id }, body: { name, until } });
      onDone(url);
    },
  });
  return (
    <CallDialogForm {...sending} submit={words.create} onClose={onClose}>
      <TextInput
        {...field('name')}
        label={words.name}
        description={words.nameHint}
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...field('until')}
        type="date"
        label={words.until}
        description={words.untilHint(formatUtcDay(days.last))}
        min={days.first}
        max={days.last}
        className={forms.narrow}
      />
    </CallDialogForm>
  );
}

function MadeLink({ url, onClose }: { url: string; onClose(): void }) {
  const [note, setNote] = useState('');
  const copy = async () => setNote((await copyText(url)) ? words.copied : words.copyFailed);
  return (
    <div className={forms.form}>
      <Text size="sm">{words.madeWhy}</Text>
      <code className={styles.address}>{url}</code>
      <div className={styles.buttons}>
        <Button data-autofocus onClick={() => void copy()}>
          {words.copy}
        </Button>
        <span className={styles.said} role="status">
          {note}
        </span>
      </div>
      <div className={forms.foot}>
        <Button variant="default" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </div>
  );
}
