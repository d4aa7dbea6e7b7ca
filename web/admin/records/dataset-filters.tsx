import { Autocomplete, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tDashboard } from '#texts/dashboard';
import { useTypedFilter } from '../../ui/mantine/table/use-typed-filter.ts';
import type { RecordFilters } from './records.query.ts';
import { recordDatasetsQuery } from './records.query.ts';

const words = tDashboard.records;
/** Suggestions shown at a time. */
const SHOWN = 50;

interface Props {
  filters: RecordFilters;
  onChange(filters: Partial<Record<keyof RecordFilters, string>>): void;
}

/** Filters by dataset, by name, and by version, of that dataset or of all: free text with suggestions. */
export function DatasetFilters({ filters, onChange }: Props) {
  const { data = [] } = useQuery(recordDatasetsQuery);
  const chosen = filters.datasetId;
  const options = data.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` }));
  // An id that is not among the suggestions stays selected.
  if (chosen !== undefined && !data.some(({ id }) => id === chosen)) {
    options.unshift({ value: chosen, label: chosen });
  }
  const versions = [
    ...new Set(data.filter(({ id }) => chosen === undefined || id === chosen).map(({ version }) => version)),
  ];
  return (
    <>
      <Select
        size="sm"
        w={220}
        maw="100%"
        searchable
        clearable
        label={words.dataset}
        placeholder={words.datasetHint}
        nothingFoundMessage={words.noSuggestion}
        limit={SHOWN}
        data={options}
        value={chosen ?? null}
        onChange={(datasetId) => onChange({ datasetId: datasetId ?? '' })}
        clearButtonProps={{ 'aria-label': words.everyDataset }}
      />
      <VersionFilter
        suggestions={versions}
        value={filters.version}
        onChange={(version) => onChange({ version })}
      />
    </>
  );
}

interface VersionProps {
  suggestions: string[];
  value: string | undefined;
  onChange(version: string): void;
}

/** As a keyword filter: the URL changes after a pause in typing, at once on Enter or a chosen suggestion. */
function VersionFilter({ suggestions, value = '', onChange }: VersionProps) {
  const { typed, type, submit } = useTypedFilter(value, onChange);
  return (
    <Autocomplete
      size="sm"
      w={140}
      maw="100%"
      label={words.version}
      placeholder={words.versionHint}
      limit={SHOWN}
      data={suggestions}
      value={typed}
      onChange={type}
      onOptionSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') submit(typed);
      }}
    />
  );
}
