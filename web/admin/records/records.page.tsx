import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { exportRecords, recordSorts } from '../../../contract/statistics.ts';
import { paths, titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../ui/mantine/table/use-table-page.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { PageHead } from '../layout/page-head.tsx';
import { DatasetFilters } from './dataset-filters.tsx';
import { ExportButton } from './export-button.tsx';
import { MoreFilters } from './more-filters.tsx';
import { recordColumns } from './record-columns.tsx';
import styles from './records.module.css';
import { exportFilters, recordFilters, recordsQuery } from './records.query.ts';
import { TimeFilter } from './time-filter.tsx';

const words = t.admin.records;
const spec = { sorts: recordSorts, filters: recordFilters } as const;

/** §2 /admin/dataset/download. */
export function Component() {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const list = useQuery(recordsQuery(toCallQuery(page.query)));

  return (
    <>
      <PageHead title={titleOf(paths.adminDownload)}>
        <Allowed {...toCall(exportRecords)}>
          <ExportButton filters={exportFilters(filters)} />
        </Allowed>
      </PageHead>
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
        />
        <DatasetFilters filters={filters} onChange={page.setFilters} />
        <ChoiceFilter
          label={words.complete}
          value={filters.complete}
          onChange={(value) => page.setFilters({ complete: value })}
          choices={[
            { value: 'true', label: words.yes },
            { value: 'false', label: words.no },
          ]}
        />
        <MoreFilters filters={filters} onChange={page.setFilters} />
        <TimeFilter filters={filters} onChange={page.setFilters} />
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
          columns={recordColumns}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={({ subsetPath }) => subsetPath}
          page={page}
          busy={list.isPlaceholderData}
        />
      </ListRegion>
    </>
  );
}
