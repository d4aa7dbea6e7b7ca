import { Button, Group, Modal, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import { endOfDay, tomorrow } from './until.ts';
import { useReview, whoOf } from './use-review.ts';
import type { Asked } from './use-user-handlers.ts';

const words = t.admin.users;

interface Props {
  asked: Asked<'approved'> | undefined;
  onClose(): void;
}

/** Approves up to a chosen day, where an approval without one lasts as long as the approval rules say. */
export function UntilDialog({ asked, onClose }: Props) {
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={asked && words.approveUntilTitle(whoOf(asked.users))}
      centered
      size="sm"
    >
      {asked && <UntilForm asked={asked} onClose={onClose} />}
    </Modal>
  );
}

function UntilForm({ asked, onClose }: { asked: Asked<'approved'>; onClose(): void }) {
  const review = useReview();
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (day < tomorrow()) return setError(words.lastDayMissing);
    setBusy(true);
    try {
      await review(asked.users, 'approved', { approvedUntil: endOfDay(day) });
      asked.onDone?.();
      onClose();
    } catch {
      // Told by a toast already (§8).
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        type="date"
        label={words.lastDay}
        description={words.lastDayHint}
        min={tomorrow()}
        value={day}
        error={error}
        onChange={(event) => {
          setDay(event.currentTarget.value);
          setError(undefined);
        }}
        required
        withAsterisk={false}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.action.approved}
        </Button>
      </Group>
    </form>
  );
}
