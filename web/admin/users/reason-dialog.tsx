import { Button, Group, Modal, NativeSelect, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import { useReview, whoOf } from './use-review.ts';
import type { Asked, ReasonedDecision } from './use-user-handlers.ts';

const words = t.admin.users;

interface Props {
  asked: Asked<ReasonedDecision> | undefined;
  onClose(): void;
}

/** Asks why: a template, free text, or both; sends the decision. */
export function ReasonDialog({ asked, onClose }: Props) {
  return (
    <Modal
      opened={asked !== undefined}
      onClose={onClose}
      title={asked && words.reasonTitle[asked.decision](whoOf(asked.users))}
      centered
    >
      {asked && <ReasonForm asked={asked} onClose={onClose} />}
    </Modal>
  );
}

function ReasonForm({ asked, onClose }: { asked: Asked<ReasonedDecision>; onClose(): void }) {
  const { users, decision } = asked;
  const review = useReview();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const templates: readonly string[] = words.templates[decision];

  /** A template takes the place of another one, but goes below what was typed. */
  const choose = (template: string) => {
    const own = reason !== '' && !templates.includes(reason);
    setReason(own ? [reason, template].filter(Boolean).join('\n') : template);
    setError(undefined);
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError(words.reasonMissing);
    setBusy(true);
    try {
      await review(users, decision, { reason: reason.trim() });
      asked.onDone?.();
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
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: '', label: words.ownWords }, ...templates]}
      />
      <Textarea
        mt="md"
        label={words.reason}
        description={words.reasonSent}
        required
        withAsterisk={false}
        rows={4}
        maxLength={2_000}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <Button type="submit" loading={busy} color={decision === 'needs_info' ? 'brand' : 'error'}>
          {words.action[decision]}
        </Button>
      </Group>
    </form>
  );
}
