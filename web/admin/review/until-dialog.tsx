import { Checkbox, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { tReview as words } from '#texts/review';
import type { Problem } from '../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../ui/mantine/form/problems-of.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { CallDialog, CallDialogForm } from '../layout/call-dialog.tsx';
import { type ReviewKind, type ReviewTypes, whoOf } from './review-kind.ts';
import { chosenEnd, tomorrow } from './until.ts';
import type { PendingDecision, ReviewDesk } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  desk: ReviewDesk<T>;
}

/** Approves until a chosen day or without an end, instead of the usual end. */
export function UntilDialog<T extends ReviewTypes>({ kind, desk }: Props<T>) {
  return (
    <CallDialog
      about={desk.until}
      title={({ rows }) => kind.words.approveUntilTitle(whoOf(kind, rows))}
      onClose={desk.closeUntil}
      size="sm"
    >
      {(approval) => <UntilForm kind={kind} desk={desk} pending={approval} />}
    </CallDialog>
  );
}

function UntilForm<T extends ReviewTypes>({
  kind,
  desk: { review, closeUntil },
  pending,
}: Props<T> & { pending: PendingDecision<T, T['yes']> }) {
  const [day, setDay] = useState('');
  const [noEnd, setNoEnd] = useState(false);
  const [error, setError] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    const until = chosenEnd(day, noEnd);
    if (until === undefined) return setError(words.lastDayMissing);
    setProblems([]);
    work.run(
      kind.yes,
      async () => {
        await review(pending.rows, kind.yes, { until });
        pending.onDone?.();
        closeUntil();
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <CallDialogForm
      busy={work.isBusy(kind.yes)}
      onSubmit={onSubmit}
      problems={problems}
      submit={kind.words.action[kind.yes as T['yes']]}
      onClose={closeUntil}
    >
      <TextInput
        type="date"
        mb="sm"
        label={words.lastDay}
        description={kind.words.lastDayHint}
        min={tomorrow()}
        value={day}
        error={error}
        onChange={(event) => {
          setDay(event.currentTarget.value);
          setError(undefined);
        }}
        disabled={noEnd}
        required={!noEnd}
        withAsterisk={false}
        data-autofocus
      />
      <Checkbox
        mb="sm"
        label={words.noEnd}
        checked={noEnd}
        onChange={(event) => {
          setNoEnd(event.currentTarget.checked);
          setError(undefined);
        }}
      />
    </CallDialogForm>
  );
}
