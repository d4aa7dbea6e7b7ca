import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { tAdminTerms } from '#texts/admin-terms';
import { listTerms, type SignatureRow } from '../../../contract/terms.ts';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { termsChoicesQuery } from '../terms/terms.query.ts';

const words = tAdminTerms.signatures;
/** Suggestions shown at a time. */
const SHOWN = 50;

interface Props {
  chosen: string | undefined;
  /** Rows in sight, by which terms are named that have been deleted. */
  rows: readonly SignatureRow[];
  onChange(termsId: string): void;
}

/** Filters by set of terms. */
export function TermsFilter({ chosen, rows, onChange }: Props) {
  const mayRead = useAllowed(toCall(listTerms));
  const { data = [] } = useQuery({ ...termsChoicesQuery, enabled: mayRead });
  const options = data.map(({ id, title }) => ({ value: id, label: title }));
  if (chosen !== undefined && !data.some(({ id }) => id === chosen)) {
    const title = rows.find(({ termsId }) => termsId === chosen)?.title;
    options.unshift({ value: chosen, label: title ?? chosen });
  }
  return (
    <Select
      size="sm"
      w={260}
      maw="100%"
      searchable
      clearable
      label={words.terms}
      placeholder={words.anyTerms}
      nothingFoundMessage={words.noSuggestion}
      limit={SHOWN}
      data={options}
      value={chosen ?? null}
      onChange={(termsId) => onChange(termsId ?? '')}
      clearButtonProps={{ 'aria-label': words.everyTerms }}
    />
  );
}
