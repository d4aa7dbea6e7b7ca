import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { type AuditEntry, listAdministrators } from '../../../../contract/administrators.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { administratorsQuery } from '../administrators/administrators.query.ts';
import styles from './audit.module.css';
import { auditFilters, auditQuery, auditSorts } from './audit.query.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { subjectOf } from './people.ts';

const words = t.admin.audit;
const spec = { sorts: auditSorts, filters: auditFilters } as const;

/** Every change that an administrator made, sign-ins, and exports of what is about people. */
export function Component() {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const [open, setOpen] = useState<AuditEntry>();
  const list = useQuery(auditQuery(toCallQuery(page.query)));
  const administrators = useQuery({
    ...administratorsQuery,
    enabled: useAllowed(toCall(listAdministrators)),
  });
  // Who may not read the administrators chooses among those on the page.
  const people = new Map([
    ...(filters.adminId ? [[filters.adminId, filters.adminId] as const] : []),
    ...(list.data?.list
      .filter(({ adminId }) => adminId !== '')
      .map(({ adminId, adminName }) => [adminId, adminName] as const) ?? []),
    ...(administrators.data?.administrators.map(({ id, name }) => [id, name] as const) ?? []),
  ]);

  return (
    <>
      <PageHead title={titleOf(paths.adminAudit)} />
      <search className={styles.filters}>
        <KeywordFilter
          label={words.keyword}
          placeholder={words.keywordHint}
          value={filters.keyword}
          onChange={(keyword) => page.setFilters({ keyword })}
        />
        <ChoiceFilter
          label={words.admin}
          value={filters.adminId}
          onChange={(value) => page.setFilters({ adminId: value })}
          choices={[...people].map(([value, label]) => ({ value, label }))}
        />
        {(['from', 'to'] as const).map((side) => (
          <TextInput
            key={side}
            type="date"
            size="sm"
            label={words[side]}
            value={filters[side] ?? ''}
            onChange={(event) => page.setFilters({ [side]: event.currentTarget.value })}
          />
        ))}
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
          columns={auditColumns(setOpen)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={subjectOf}
          page={page}
          busy={list.isPlaceholderData}
        />
      </ListRegion>
      <AuditDrawer entry={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
