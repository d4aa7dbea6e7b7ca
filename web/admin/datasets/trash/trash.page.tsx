import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tLists } from '#texts/lists';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { PageHead } from '../../layout/page-head.tsx';
import styles from '../datasets.module.css';
import { kinds, nameOf, trashQuery } from './trash.query.ts';
import { trashColumns } from './trash-columns.tsx';
import { useTrashHandlers } from './use-trash-handlers.ts';

const words = tLists.trash;
const spec = { sorts: ['trashedAt'], filters: ['keyword', 'kind'] } as const;

/** Decisions §4: what was deleted, for 30 days. */
export function Component() {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const kind = kinds.find((each) => each === filters.kind);
  const list = useQuery(trashQuery(toCallQuery(page.query), kind));
  const handlers = useTrashHandlers();

  return (
    <>
      <PageHead title={titleOf(paths.adminTrash)}>
        <Button component={Link} to={paths.adminDatasetList} variant="default">
          {words.back}
        </Button>
      </PageHead>
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
        />
        <ChoiceFilter
          label={words.kind}
          value={kind}
          onChange={(value) => page.setFilters({ kind: value })}
          choices={kinds.map((each) => ({ value: each, label: words.kindName[each] }))}
        />
      </search>
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none, hint: words.noneHint }}
      >
        <DataTable
          caption={words.caption}
          columns={trashColumns(handlers)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={nameOf}
          page={page}
          busy={list.isPlaceholderData}
          lines={2}
        />
      </ListRegion>
    </>
  );
}
