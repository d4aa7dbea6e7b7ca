import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tSystem } from '#texts/system';
import { addDictData, dictSorts } from '../../../../contract/dictionary.ts';
import { usedDictTypes } from '../../../../contract/dictionary-entry.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import styles from '../system.module.css';
import layout from './dict.module.css';
import { type DictStatus, dictFilters, dictQuery, dictTypesQuery, typeUse } from './dict.query.ts';
import { dictColumns } from './dict-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { ExportButton } from './export-button.tsx';
import { MissingModalities } from './missing-modalities.tsx';
import { TypeList } from './type-list.tsx';
import { useDictHandlers } from './use-dict-handlers.ts';

const words = tSystem.dict;
const spec = { sorts: dictSorts, filters: dictFilters } as const;
const statuses: readonly DictStatus[] = ['0', '1'];
const noTypes = usedDictTypes.map((dictType) => ({ dictType, entries: 0 }));

/** Decisions §7 /admin/system/dict: the types, and the entries of the chosen one. */
export function Component() {
  const page = useTablePage(spec);
  const { dictType, dictLabel, ...filters } = page.query.filters;
  const status = statuses.find((each) => each === filters.status);
  const { handlers, editing, setEditing } = useDictHandlers();
  const list = useQuery(dictQuery(toCallQuery(page.query), status));
  const types = useQuery(dictTypesQuery).data ?? noTypes;
  const add = (
    <Allowed {...toCall(addDictData)}>
      <Button onClick={() => setEditing({ type: dictType ?? '' })}>{words.add}</Button>
    </Allowed>
  );
  // Having chosen a type is no search: a type without entries has none yet.
  const searching = {
    ...page,
    filtered: dictLabel !== undefined || status !== undefined,
    clearFilters: () => page.setFilters({ dictLabel: '', status: '' }),
  };

  return (
    <>
      <PageHead title={titleOf(paths.adminDict)}>
        <div className={styles.head}>
          <ExportButton
            filters={{
              ...(dictType && { dictType }),
              ...(dictLabel && { dictLabel }),
              ...(status && { status }),
            }}
          />
          {add}
        </div>
      </PageHead>
      <div className={layout.columns}>
        <TypeList
          types={types}
          current={dictType ?? ''}
          onChoose={(chosen) => page.setFilters({ dictType: chosen })}
        />
        <div className={layout.main}>
          {dictType && <p className={forms.note}>{typeUse(dictType)}</p>}
          {dictType === 'modality' && <MissingModalities />}
          <search className={styles.filters}>
            <KeywordFilter
              label={words.label}
              placeholder={words.labelFilterHint}
              value={dictLabel}
              onChange={(label) => page.setFilters({ dictLabel: label })}
            />
            <ChoiceFilter
              label={words.status}
              value={status}
              onChange={(value) => page.setFilters({ status: value })}
              choices={statuses.map((each) => ({ value: each, label: words.statusName[each] }))}
            />
          </search>
          <ListRegion
            count={list.data?.count}
            failed={list.isError}
            retry={() => void list.refetch()}
            page={searching}
            none={{ title: words.none, hint: words.noneHint, action: add }}
          >
            <DataTable
              caption={words.caption}
              columns={dictColumns(handlers, dictType === undefined)}
              rows={list.data?.list}
              idOf={({ dictCode }) => dictCode}
              nameOf={({ dictLabel: label }) => label}
              page={page}
              busy={list.isPlaceholderData}
            />
          </ListRegion>
        </div>
      </div>
      <EntryDialog
        editing={editing}
        types={types.map((type) => type.dictType)}
        onClose={() => setEditing(undefined)}
      />
    </>
  );
}
