import { Anchor, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { tProblems } from '#texts/problems';
import { answerProblem, type ProblemReport } from '../../../../contract/problem-reports.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { formatTime } from '../../../ui/format.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
import styles from './problems.module.css';
import { titleOfReport } from './problems.query.ts';

const words = tProblems.list;

/** One report: what it says, and its answer or the form for one. */
export function ProblemDialog({ report, onClose }: { report: ProblemReport | undefined; onClose(): void }) {
  const mayAnswer = useAllowed(toCall(answerProblem));
  return (
    <CallDialog
      about={report}
      title={(one) => words.title(titleOfReport(one))}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
    >
      {(one) => (
        <>
          <Facts report={one} />
          {one.state === 'answered' && <Answer report={one} />}
          {one.state === 'open' && mayAnswer && <AnswerForm report={one} onClose={onClose} />}
        </>
      )}
    </CallDialog>
  );
}

function Facts({ report }: { report: ProblemReport }) {
  const { datasetId, file, message, reporter, createdAt } = report;
  return (
    <dl className={styles.facts}>
      <dt>{words.dataset}</dt>
      <dd>
        <Anchor href={paths.datasetDetail(datasetId)} inherit>
          {titleOfReport(report)}
        </Anchor>
      </dd>
      {file !== null && (
        <>
          <dt>{words.file}</dt>
          <dd>{file}</dd>
        </>
      )}
      <dt>{words.reporter}</dt>
      <dd>{reporter ? `${reporter.name}, ${reporter.email}` : words.deleted}</dd>
      <dt>{words.created}</dt>
      <dd>{formatTime(createdAt)}</dd>
      <dt>{words.message}</dt>
      <dd>{message}</dd>
    </dl>
  );
}

function Answer({ report: { answer, answeredBy, answeredAt } }: { report: ProblemReport }) {
  return (
    <>
      <p className={styles.answered}>
        {words.answered(answeredBy ?? words.formerAdministrator, formatTime(answeredAt ?? ''))}
      </p>
      <p className={styles.answer}>{answer}</p>
    </>
  );
}

function AnswerForm({ report, onClose }: { report: ProblemReport; onClose(): void }) {
  const client = useQueryClient();
  const { reporter } = report;
  const { field, ...sending } = useCallForm({
    initial: { answer: '' },
    draft: `problem-answer:${report.id}`,
    check: (values) => missing(values, { answer: words.missing }),
    async send(body) {
      // After a refusal, too: somebody else may have answered it.
      await call(answerProblem, { params: { id: report.id }, body }).finally(() =>
        client.invalidateQueries({ queryKey: ['problems'] }),
      );
      notifications.show({ color: 'ok', message: words.sent(titleOfReport(report)) });
      onClose();
    },
  });
  return (
    <CallDialogForm {...sending} submit={reporter ? words.send : words.keep} onClose={onClose}>
      <Textarea
        {...field('answer')}
        mt="md"
        label={words.answerLabel}
        description={reporter ? words.mailed(reporter.email) : words.notMailed}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={5_000}
        data-autofocus
      />
    </CallDialogForm>
  );
}
