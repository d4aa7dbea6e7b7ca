import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { tRecalls as words } from '#texts/recalls';
import type { Recall } from '../../../../contract/recalls.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { recallColumns } from './recall-columns.tsx';
import { RecallDrawer } from './recall-drawer.tsx';
import { recallStatuses, recallsQuery, recallsSpec, titleOfRecall } from './recalls.query.ts';

/** Recalls of files: drafts, and what became of those that were sent (access.md, "Recall"). */
export function Component() {
  const list = useList(recallsSpec, recallsQuery);
  const [search, setSearch] = useSearchParams();
  const open = search.get('recall') ?? undefined;
  const show = (id: string | undefined) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === undefined) next.delete('recall');
        else next.set('recall', id);
        return next;
      },
      { preventScrollReset: true },
    );

  return (
    <>
      <PageHead title={titleOf(paths.adminRecalls)}>
        <Button component={Link} to={paths.adminDatasetList} variant="default">
          {words.back}
        </Button>
      </PageHead>
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <ChoiceFilter
              list={list}
              name="status"
              label={words.status}
              choices={recallStatuses}
              names={words.state}
            />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={recallColumns(({ id }) => show(id))}
        idOf={({ id }) => id}
        nameOf={(recall: Recall) => titleOfRecall(recall)}
        lines={2}
      />
      <RecallDrawer id={open} onClose={() => show(undefined)} />
    </>
  );
}
