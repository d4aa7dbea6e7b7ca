import { Button } from '@mantine/core';
import { t } from '#texts';
import { tProblems } from '#texts/problems';
import { answerProblem, type ProblemReport } from '../../../../contract/problem-reports.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Time } from '../../../ui/mantine/time.tsx';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import styles from './problems.module.css';
import { type ProblemSort, titleOfReport } from './problems.query.ts';

const words = tProblems.list;

function OpenButton({ report, onOpen }: { report: ProblemReport; onOpen(report: ProblemReport): void }) {
  const mayAnswer = useAllowed(toCall(answerProblem)) && report.state === 'open';
  const title = titleOfReport(report);
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={mayAnswer ? words.answerOf(title) : words.showOf(title)}
      onClick={() => onOpen(report)}
    >
      {mayAnswer ? words.answer : words.show}
    </Button>
  );
}

export const problemColumns = (
  onOpen: (report: ProblemReport) => void,
): Column<ProblemReport, ProblemSort>[] => [
  {
    key: 'dataset',
    header: words.dataset,
    primary: true,
    long: true,
    cell: (report) => (
      <>
        {titleOfReport(report)}
        {report.file !== null && <span className={styles.below}>{report.file}</span>}
      </>
    ),
  },
  { key: 'message', header: words.message, long: true, cell: ({ message }) => message },
  {
    key: 'reporter',
    header: words.reporter,
    long: true,
    cell: ({ reporter }) => reporter?.name ?? words.deleted,
  },
  {
    key: 'state',
    header: words.state,
    cell: ({ state }) => (
      <StateWord color={state === 'open' ? 'warn' : undefined}>{words.stateName[state]}</StateWord>
    ),
  },
  {
    key: 'createdAt',
    header: words.created,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (report) => <OpenButton report={report} onOpen={onOpen} />,
  },
];
