import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { type AuditEntry, listAdministrators } from '../../../../contract/administrators.ts';
import { paths, titleOf } from '../../../paths.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { DayFields } from '../../period/day-fields.tsx';
import { administratorsQuery } from '../administrators/administrators.query.ts';
import { sentence } from './action-name.ts';
import { auditQuery, auditSpec } from './audit.query.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditDrawer } from './audit-drawer.tsx';

const words = t.admin.audit;

/** Administrators' changes, sign-ins, and exports of personal data. */
export function Component() {
  const list = useList(auditSpec, auditQuery);
  const { filters } = list.query;
  const [open, setOpen] = useState<AuditEntry>();
  const administrators = useQuery({
    ...administratorsQuery,
    enabled: useAllowed(toCall(listAdministrators)),
  });
  // Without permission to list administrators, the options are those of the current page.
  const people = new Map([
    ...(filters.adminId ? [[filters.adminId, filters.adminId] as const] : []),
    ...(list.rows ?? [])
      .filter(({ adminId }) => adminId !== '')
      .map(({ adminId, adminName }) => [adminId, adminName] as const),
    ...(administrators.data?.administrators.map(({ id, name }) => [id, name] as const) ?? []),
  ]);

  return (
    <>
      <PageHead title={titleOf(paths.adminAudit)} />
      <ListScreen
        list={list}
        filters={
          <>
            <KeywordFilter list={list} name="keyword" label={words.keyword} placeholder={words.keywordHint} />
            <ChoiceFilter
              list={list}
              name="adminId"
              label={words.admin}
              choices={[...people.keys()]}
              names={Object.fromEntries(people)}
            />
            <DayFields value={filters} onChange={list.setFilters} />
          </>
        }
        none={{ title: words.none, hint: words.noneHint }}
        caption={words.caption}
        columns={auditColumns(setOpen)}
        idOf={({ id }) => id}
        nameOf={sentence}
      />
      <AuditDrawer entry={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
