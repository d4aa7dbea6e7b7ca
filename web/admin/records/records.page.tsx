import { t } from '#texts';
import { exportRecords } from '../../../contract/statistics.ts';
import { callFile } from '../../api/call.ts';
import { paths, titleOf } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { ExportButton, today } from '../layout/export-button.tsx';
import { PageHead } from '../layout/page-head.tsx';
import { DatasetFilters } from './dataset-filters.tsx';
import { MoreFilters } from './more-filters.tsx';
import { recordColumns } from './record-columns.tsx';
import { recordsQuery, recordsSpec, yesOrNo, yesOrNoName } from './records.query.ts';
import { TimeFilter } from './time-filter.tsx';

const words = t.admin.records;

/** §2 /admin/dataset/download. */
export function Component() {
  const list = useList(recordsSpec, recordsQuery);
  const { filters } = list.query;

  return (
    <>
      <PageHead title={titleOf(paths.adminDownload)}>
        <Allowed {...toCall(exportRecords)}>
          <ExportButton
            label={t.admin.export.csv}
            load={() => callFile(exportRecords, { query: filters })}
            fileName={() => `download-records-${today()}.csv`}
          />
        </Allowed>
      </PageHead>
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <DatasetFilters filters={filters} onChange={list.setFilters} />
            <ChoiceFilter
              list={list}
              name="complete"
              label={words.complete}
              choices={yesOrNo}
              names={yesOrNoName}
            />
            <MoreFilters list={list} />
            <TimeFilter filters={filters} onChange={list.setFilters} />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={recordColumns}
        idOf={({ id }) => id}
        nameOf={({ subsetPath }) => subsetPath}
      />
    </>
  );
}
