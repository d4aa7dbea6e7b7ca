import { useState } from 'react';
import { tProblems } from '#texts/problems';
import { type ProblemReport, problemStates } from '../../../../contract/problem-reports.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { problemColumns } from './problem-columns.tsx';
import { ProblemDialog } from './problem-dialog.tsx';
import { problemsQuery, problemsSpec, titleOfReport } from './problems.query.ts';

const words = tProblems.list;

/** Problems that people reported, and their answers. */
export function Component() {
  const list = useList(problemsSpec, problemsQuery);
  const [open, setOpen] = useState<ProblemReport>();

  return (
    <>
      <PageHead title={titleOf(paths.adminProblems)} />
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <ChoiceFilter
              list={list}
              name="state"
              label={words.state}
              choices={problemStates}
              names={words.stateName}
            />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={problemColumns(setOpen)}
        idOf={({ id }) => id}
        nameOf={titleOfReport}
        lines={2}
      />
      <ProblemDialog report={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
