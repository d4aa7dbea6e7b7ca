import { Button } from '@mantine/core';
import { useState } from 'react';
import { en } from '../../../texts/en.ts';
import { KeywordFilter } from '../../ui/mantine/table/keyword-filter.tsx';
import type { RecordFilter, RecordFilters } from './records.query.ts';

const words = en.admin.records;
const fields: readonly RecordFilter[] = ['datasetId', 'version', 'subsetPath', 'userId'];

interface Props {
  filters: RecordFilters;
  onChange(filters: RecordFilters): void;
}

/** Exact filters, mostly set by links from elsewhere: shown when one is in use, or when asked for. */
export function MoreFilters({ filters, onChange }: Props) {
  const used = fields.some((name) => filters[name] !== undefined);
  const [open, setOpen] = useState(used);
  return (
    <>
      {(open || used) &&
        fields.map((name) => (
          <KeywordFilter
            key={name}
            label={words[name as 'datasetId' | 'version' | 'subsetPath' | 'userId']}
            value={filters[name]}
            onChange={(value) => onChange({ [name]: value })}
            width={160}
          />
        ))}
      {!used && (
        <Button variant="subtle" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more}
        </Button>
      )}
    </>
  );
}
