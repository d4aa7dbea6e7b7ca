import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { tLists } from '#texts/lists';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { kinds, nameOf, trashQuery, trashSpec } from './trash.query.ts';
import { trashColumns } from './trash-columns.tsx';
import { useTrashHandlers } from './use-trash-handlers.ts';

const words = tLists.trash;

/** Decisions §4: deleted items, for 30 days. */
export function Component() {
  const list = useList(trashSpec, trashQuery);
  const handlers = useTrashHandlers();

  return (
    <>
      <PageHead title={titleOf(paths.adminTrash)}>
        <Button component={Link} to={paths.adminDatasetList} variant="default">
          {words.back}
        </Button>
      </PageHead>
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <ChoiceFilter list={list} name="kind" label={words.kind} choices={kinds} names={words.kindName} />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={trashColumns(handlers)}
        idOf={({ id }) => id}
        nameOf={nameOf}
        lines={2}
      />
    </>
  );
}
