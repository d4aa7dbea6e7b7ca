import { TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import type { Problem } from '../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../ui/mantine/form/problems-of.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { CallDialog, CallDialogForm } from '../layout/call-dialog.tsx';
import { endOfDay, tomorrow } from './until.ts';
import { useReview, whoOf } from './use-review.ts';
import type { PendingDecision } from './use-user-handlers.ts';

const words = t.admin.users;

interface Props {
  pending: PendingDecision<'approved'> | undefined;
  onClose(): void;
}

/** Approves until a chosen day, instead of the policy's default. */
export function UntilDialog({ pending, onClose }: Props) {
  return (
    <CallDialog
      about={pending}
      title={({ users }) => words.approveUntilTitle(whoOf(users))}
      onClose={onClose}
      size="sm"
    >
      {(approval) => <UntilForm pending={approval} onClose={onClose} />}
    </CallDialog>
  );
}

function UntilForm({ pending, onClose }: { pending: PendingDecision<'approved'>; onClose(): void }) {
  const review = useReview();
  const [day, setDay] = useState('');
  const [error, setError] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (day < tomorrow()) return setError(words.lastDayMissing);
    setProblems([]);
    work.run(
      'approved',
      async () => {
        await review(pending.users, 'approved', { approvedUntil: endOfDay(day) });
        pending.onDone?.();
        onClose();
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <CallDialogForm
      busy={work.isBusy('approved')}
      onSubmit={onSubmit}
      problems={problems}
      submit={words.action.approved}
      onClose={onClose}
    >
      <TextInput
        type="date"
        mb="sm"
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
    </CallDialogForm>
  );
}
