import { Button, Group, Modal, NativeSelect, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import type { ListedUser } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { useReview } from './use-review.tsx';
import type { Decision } from './user-actions.ts';
import { nameOf } from './users.query.ts';

const words = en.admin.users;

export interface Reasoned {
  user: ListedUser;
  decision: Exclude<Decision, 'approved'>;
}

/** Asks why: a template, free text, or both; sends the decision. */
export function ReasonDialog({ asked, onClose }: { asked: Reasoned | undefined; onClose(): void }) {
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={asked && words.reasonTitle[asked.decision](nameOf(asked.user))}
      centered
    >
      {asked && <ReasonForm asked={asked} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ asked: { user, decision }, onClose }: { asked: Reasoned; onClose(): void }) {
  const review = useReview();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const templates: readonly string[] = words.templates[decision];

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError(words.reasonMissing);
    setBusy(true);
    try {
      await review([user], decision, reason.trim());
      onClose();
    } catch {
      // Told by a toast already (§8); what was typed stays.
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <NativeSelect
        label={words.template}
        value={templates.includes(reason) ? reason : ''}
        onChange={(event) => setReason(event.currentTarget.value)}
        data={[{ value: '', label: words.ownWords }, ...templates]}
      />
      <Textarea
        mt="md"
        label={words.reason}
        description={words.reasonSent}
        required
        withAsterisk={false}
        rows={4}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {en.admin.cancel}
        </Button>
        <Button type="submit" loading={busy} color={decision === 'needs_info' ? 'brand' : 'error'}>
          {words.action[decision]}
        </Button>
      </Group>
    </form>
  );
}
