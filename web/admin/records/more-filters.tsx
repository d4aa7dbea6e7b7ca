import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';
import { tDashboard } from '#texts/dashboard';
import { ChoiceFilter } from '../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import type { RecordFilters } from './records.query.ts';

const words = t.admin.records;
const fields = ['subsetPath', 'userId'] as const;

interface Props {
  filters: RecordFilters;
  onChange(filters: RecordFilters): void;
}

/** Filters that are mostly set by links from elsewhere: shown when one is in use, or when asked for. */
export function MoreFilters({ filters, onChange }: Props) {
  const used = ([...fields, 'active'] as const).some((name) => filters[name] !== undefined);
  const [open, setOpen] = useState(used);
  return (
    <>
      {(open || used) && (
        <>
          {fields.map((name) => (
            <KeywordFilter
              key={name}
              label={words[name]}
              value={filters[name]}
              onChange={(value) => onChange({ [name]: value })}
              width={160}
            />
          ))}
          <ChoiceFilter
            label={tDashboard.records.active}
            value={filters.active}
            onChange={(value) => onChange({ active: value })}
            choices={[
              { value: 'true', label: words.yes },
              { value: 'false', label: words.no },
            ]}
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
