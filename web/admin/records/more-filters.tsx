import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';
import { tDashboard } from '#texts/dashboard';
import { limits } from '../../../contract/limits.ts';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import type { TablePage } from '../../ui/mantine/table/use-list.ts';
import { type RecordSort, type recordsSpec, yesOrNo, yesOrNoName } from './records.query.ts';

const words = t.admin.records;
const fields = ['subsetPath', 'userId'] as const;
const longest = { subsetPath: limits.pathBytes, userId: 64 };

interface Props {
  list: TablePage<RecordSort, typeof recordsSpec.filters>;
}

/** Filters that are mostly set by links from other screens: shown when one is active, or on request. */
export function MoreFilters({ list }: Props) {
  const used = ([...fields, 'active'] as const).some((name) => list.query.filters[name] !== undefined);
  const [open, setOpen] = useState(used);
  return (
    <>
      {(open || used) && (
        <>
          {fields.map((name) => (
            <KeywordFilter
              key={name}
              list={list}
              name={name}
              label={words[name]}
              width={160}
              maxLength={longest[name]}
            />
          ))}
          <ChoiceFilter
            list={list}
            name="active"
            label={tDashboard.records.active}
            choices={yesOrNo}
            names={yesOrNoName}
          />
        </>
      )}
      {!used && (
        <Button variant="subtle" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </Button>
      )}
    </>
  );
}
