import { NativeSelect, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { tReview as words } from '#texts/review';
import type { Problem } from '../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../ui/mantine/form/problems-of.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { CallDialog, CallDialogForm } from '../layout/call-dialog.tsx';
import { type ReviewKind, type ReviewTypes, whoOf } from './review-kind.ts';
import type { PendingDecision, ReviewDesk } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  desk: ReviewDesk<T>;
}

/** Asks for the reason: a template, free text, or both; sends the decision. */
export function ReasonDialog<T extends ReviewTypes>({ kind, desk }: Props<T>) {
  return (
    <CallDialog
      about={desk.reasoned}
      title={({ decision, rows }) => kind.words.reasonTitle[decision](whoOf(kind, rows))}
      onClose={desk.closeReason}
    >
      {(decision) => <ReasonForm kind={kind} desk={desk} pending={decision} />}
    </CallDialog>
  );
}

function ReasonForm<T extends ReviewTypes>({
  kind,
  desk: { review, closeReason },
  pending,
}: Props<T> & { pending: PendingDecision<T, T['no']> }) {
  const { rows, decision } = pending;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();
  const templates: readonly string[] = kind.words.templates[decision];

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
        await review(rows, decision, { reason: reason.trim() });
        pending.onDone?.();
        closeReason();
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <CallDialogForm
      busy={work.isBusy(decision)}
      onSubmit={onSubmit}
      problems={problems}
      submit={kind.words.action[decision]}
      color={decision === 'needs_info' ? 'brand' : 'error'}
      onClose={closeReason}
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
        description={kind.words.reasonSent}
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
