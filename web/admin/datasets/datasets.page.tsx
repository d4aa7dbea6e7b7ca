import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { datasetStatuses } from '../../../contract/catalogue.ts';
import { addDataset, datasetSorts } from '../../../contract/dataset-admin.ts';
import { placeDataset } from '../../../contract/dataset-order.ts';
import { titleOf as pageTitleOf, paths } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../ui/mantine/table/use-table-page.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { PageHead } from '../layout/page-head.tsx';
import { datasetColumns } from './dataset-columns.tsx';
import { DatasetDrawer } from './dataset-drawer.tsx';
import styles from './datasets.module.css';
import { datasetsQuery, modalitiesQuery, titleOf } from './datasets.query.ts';
import { useDatasetHandlers } from './use-dataset-handlers.ts';

const words = t.admin.datasets;
const spec = { sorts: datasetSorts, filters: ['keyword', 'status', 'modalityName'] } as const;

/** §2 /admin/dataset/dataset_list. */
export function Component() {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const { handlers, panel, setPanel } = useDatasetHandlers();
  const status = datasetStatuses.find((each) => each === filters.status);
  const list = useQuery(datasetsQuery(toCallQuery(page.query), status));
  const modalities = useQuery(modalitiesQuery);
  const add = (
    <Allowed {...toCall(addDataset)}>
      <Button onClick={() => setPanel({ kind: 'add' })}>{words.add}</Button>
    </Allowed>
  );
  // A modality in the address stays selectable even when no dataset has it any more.
  const names = new Set([...(modalities.data?.map(({ name }) => name) ?? []), filters.modalityName ?? '']);

  return (
    <>
      <PageHead title={pageTitleOf(paths.adminDatasetList)}>
        <Group gap="sm">
          <Button component={Link} to={paths.adminTrash} variant="default">
            {tLists.trash.open}
          </Button>
          <Allowed {...toCall(placeDataset)}>
            <Button
              variant="default"
              onClick={() => setPanel({ kind: 'order', modalityName: filters.modalityName })}
            >
              {tLists.order.open}
            </Button>
          </Allowed>
          {add}
        </Group>
      </PageHead>
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
          width={300}
        />
        <ChoiceFilter
          label={words.status}
          value={status}
          onChange={(value) => page.setFilters({ status: value })}
          choices={datasetStatuses.map((each) => ({ value: each, label: words.statusName[each] }))}
        />
        <ChoiceFilter
          label={words.modality}
          value={filters.modalityName}
          onChange={(value) => page.setFilters({ modalityName: value })}
          choices={[...names].filter((name) => name !== '')}
        />
      </search>
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none, hint: words.noneHint, action: add }}
      >
        <DataTable
          caption={words.caption}
          columns={datasetColumns(handlers)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={(dataset) => titleOf(dataset)}
          page={page}
          busy={list.isPlaceholderData}
        />
      </ListRegion>
      <DatasetDrawer
        panel={panel}
        onFiles={(dataset) => setPanel({ kind: 'files', dataset })}
        onClose={() => setPanel(undefined)}
      />
    </>
  );
}
