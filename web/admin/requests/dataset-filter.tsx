import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tAdminRequests } from '#texts/admin-requests';
import { requestQueueQuery } from './requests.query.ts';

const words = tAdminRequests.queue;

interface Props {
  chosen: string | undefined;
  onChange(datasetId: string): void;
}

/** Filters by dataset, of those whose reviewer one is; of a single one there is nothing to choose. */
export function DatasetFilter({ chosen, onChange }: Props) {
  const { data } = useQuery(requestQueueQuery);
  const options = data?.datasets.map(({ datasetId, name }) => ({ value: datasetId, label: name })) ?? [];
  if (options.length < 2 && chosen === undefined) return null;
  const isKnown = chosen === undefined || options.some(({ value }) => value === chosen);
  return (
    <Select
      size="sm"
      w={260}
      maw="100%"
      searchable
      clearable
      label={words.dataset}
      placeholder={words.anyDataset}
      nothingFoundMessage={words.noSuggestion}
      data={isKnown ? options : [{ value: chosen, label: chosen }, ...options]}
      value={chosen ?? null}
      onChange={(datasetId) => onChange(datasetId ?? '')}
      clearButtonProps={{ 'aria-label': words.anyDataset }}
    />
  );
}
