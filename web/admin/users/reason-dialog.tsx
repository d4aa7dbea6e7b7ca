import { NativeSelect, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import type { Problem } from '../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../ui/mantine/form/problems-of.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { CallDialog, CallDialogForm } from '../layout/call-dialog.tsx';
import { useReview, whoOf } from './use-review.ts';
import type { PendingDecision, ReasonedDecision } from './use-user-handlers.ts';

const words = t.admin.users;

interface Props {
  pending: PendingDecision<ReasonedDecision> | undefined;
  onClose(): void;
}

/** Asks for the reason: a template, free text, or both; sends the decision. */
export function ReasonDialog({ pending, onClose }: Props) {
  return (
    <CallDialog
      about={pending}
      title={({ decision, users }) => words.reasonTitle[decision](whoOf(users))}
      onClose={onClose}
    >
      {(decision) => <ReasonForm pending={decision} onClose={onClose} />}
    </CallDialog>
  );
}

function ReasonForm({ pending, onClose }: { pending: PendingDecision<ReasonedDecision>; onClose(): void }) {
  const { users, decision } = pending;
  const review = useReview();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();
  const templates: readonly string[] = words.templates[decision];

  /** A template replaces another one, but is appended to typed text. */
  const choose = (template: string) => {
    const own = reason !== '' && !templates.includes(reason);
    setReason(own ? [reason, template].filter(Boolean).join('\n') : template);
    setError(undefined);
  };

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError(words.reasonMissing);
    setProblems([]);
    work.run(
      decision,
      async () => {
        await review(users, decision, { reason: reason.trim() });
        pending.onDone?.();
        onClose();
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <CallDialogForm
      busy={work.isBusy(decision)}
      onSubmit={onSubmit}
      problems={problems}
      submit={words.action[decision]}
      color={decision === 'needs_info' ? 'brand' : 'error'}
      onClose={onClose}
    >
      <NativeSelect
        label={words.template}
        value={templates.includes(reason) ? reason : ''}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: '', label: words.ownWords }, ...templates]}
      />
      <Textarea
        mb="sm"
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
    </CallDialogForm>
  );
}
