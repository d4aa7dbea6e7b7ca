import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { tRecalls } from '#texts/recalls';
import { datasetStatuses } from '../../../contract/catalogue.ts';
import { addDataset } from '../../../contract/dataset-admin.ts';
import { placeDataset } from '../../../contract/dataset-order.ts';
import { titleOf as pageTitleOf, paths } from '../../paths.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../ui/mantine/table/use-list.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { PageHead } from '../layout/page-head.tsx';
import { datasetColumns } from './dataset-columns.tsx';
import { DatasetDrawer } from './dataset-drawer.tsx';
import { datasetsQuery, datasetsSpec, modalitiesQuery, titleOf } from './datasets.query.ts';
import { useDatasetHandlers } from './use-dataset-handlers.ts';
import { ReleaseDialogs } from './versions/release-dialogs.tsx';

const words = t.admin.datasets;

/** §2 /admin/dataset/dataset_list. */
export function Component() {
  const list = useList(datasetsSpec, datasetsQuery);
  const { modalityName } = list.query.filters;
  const { handlers, panel, setPanel, openPart, asked, setAsked } = useDatasetHandlers();
  const modalities = useQuery(modalitiesQuery);
  const add = (variant: 'filled' | 'default') => (
    <Allowed {...toCall(addDataset)}>
      <Button variant={variant} onClick={() => setPanel({ kind: 'add' })}>
        {words.add}
      </Button>
    </Allowed>
  );
  // A modality in the URL stays selectable even without datasets.
  const names = new Set([...(modalities.data?.map(({ name }) => name) ?? []), modalityName ?? '']);

  return (
    <>
      <PageHead title={pageTitleOf(paths.adminDatasetList)}>
        <Group gap="sm">
          <Button component={Link} to={paths.adminRecalls} variant="default">
            {tRecalls.open}
          </Button>
          <Button component={Link} to={paths.adminTrash} variant="default">
            {tLists.trash.open}
          </Button>
          <Allowed {...toCall(placeDataset)}>
            <Button variant="default" onClick={() => setPanel({ kind: 'order', modalityName })}>
              {tLists.order.open}
            </Button>
          </Allowed>
          {add('filled')}
        </Group>
      </PageHead>
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter
              list={list}
              name="keyword"
              label={words.keyword}
              placeholder={words.keywordHint}
              width={300}
            />
            <ChoiceFilter
              list={list}
              name="status"
              label={words.status}
              choices={datasetStatuses}
              names={words.statusName}
            />
            <ChoiceFilter
              list={list}
              name="modalityName"
              label={words.modality}
              choices={[...names].filter((name) => name !== '')}
            />
          </>
        }
        none={{ title: words.none, hint: words.noneHint, action: add('default') }}
        caption={words.caption}
        columns={datasetColumns(handlers)}
        idOf={({ id }) => id}
        nameOf={(dataset) => titleOf(dataset)}
      />
      <DatasetDrawer
        panel={panel}
        onFiles={(dataset) => setPanel({ kind: 'files', dataset })}
        onPart={(part, id) => void openPart(part, id)}
        ask={setAsked}
        onClose={() => setPanel(undefined)}
      />
      <ReleaseDialogs
        asked={asked}
        onClose={() => setAsked(undefined)}
        onMade={(id) => {
          setAsked(undefined);
          void openPart('files', id);
        }}
      />
    </>
  );
}
