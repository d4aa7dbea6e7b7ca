import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tSystem } from '#texts/system';
import { addDictData, exportDictData } from '../../../../contract/dictionary.ts';
import { type DictEntry, usedDictTypes } from '../../../../contract/dictionary-entry.ts';
import { callFile } from '../../../api/call.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { ExportButton } from '../../layout/export-button.tsx';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import styles from '../system.module.css';
import layout from './dict.module.css';
import { dictQuery, dictSpec, dictStatuses, dictTypesQuery, typeName, typeUse } from './dict.query.ts';
import { dictColumns } from './dict-columns.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { MissingModalities } from './missing-modalities.tsx';
import { TypeList } from './type-list.tsx';
import { useDictHandlers } from './use-dict-handlers.ts';

const words = tSystem.dict;
const noTypes = usedDictTypes.map((dictType) => ({ dictType, entries: 0 }));

const byTypeAndOrder = (one: DictEntry, other: DictEntry) =>
  one.dictType === other.dictType ? one.dictSort - other.dictSort : 0;

/** Decisions §7 /admin/system/dict: the types, and the entries of the chosen one. */
export function Component() {
  const list = useList(dictSpec, dictQuery);
  const { dictType, dictLabel, status } = list.query.filters;
  const { handlers, editing, setEditing } = useDictHandlers();
  // All of them, in their own order: a heading for each type.
  const grouped = dictType === undefined && list.query.sort === undefined;
  const types = useQuery(dictTypesQuery).data ?? noTypes;
  const add = (variant: 'filled' | 'default') => (
    <Allowed {...toCall(addDictData)}>
      <Button variant={variant} onClick={() => setEditing({ type: dictType ?? '' })}>
        {words.add}
      </Button>
    </Allowed>
  );
  // The chosen type is not a search filter: an empty type shows "none yet".
  const searching = {
    ...list,
    rows: grouped ? list.rows?.toSorted(byTypeAndOrder) : list.rows,
    filtered: dictLabel !== undefined || status !== undefined,
    clearFilters: () => list.setFilters({ dictLabel: '', status: '' }),
  };

  return (
    <>
      <PageHead title={titleOf(paths.adminDict)}>
        <div className={styles.head}>
          <ExportButton
            label={words.export}
            load={() => callFile(exportDictData, { query: list.query.filters })}
            fileName={() => `dictionary-${dictType ?? 'all'}.xlsx`}
          />
          {add('filled')}
        </div>
      </PageHead>
      <div className={layout.columns}>
        <TypeList
          types={types}
          current={dictType ?? ''}
          onChoose={(chosen) => list.setFilters({ dictType: chosen })}
        />
        <div className={layout.main}>
          {dictType && <p className={forms.note}>{typeUse(dictType)}</p>}
          {dictType === 'modality' && <MissingModalities />}
          <ListScreen
            list={searching}
            filters={
              <>
                <KeywordFilter
                  list={list}
                  name="dictLabel"
                  label={words.label}
                  placeholder={words.labelFilterHint}
                />
                <ChoiceFilter
                  list={list}
                  name="status"
                  label={words.status}
                  choices={dictStatuses}
                  names={words.statusName}
                />
              </>
            }
            none={{ title: words.none, hint: words.noneHint, action: add('default') }}
            caption={words.caption}
            columns={dictColumns(handlers, dictType === undefined && !grouped)}
            groupOf={grouped ? ({ dictType: type }) => typeName(type) : undefined}
            idOf={({ dictCode }) => dictCode}
            nameOf={({ dictLabel: label }) => label}
          />
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
