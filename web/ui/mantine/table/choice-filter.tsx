import { NativeSelect } from '@mantine/core';
import { t } from '#texts';
import type { TablePage } from './use-list.ts';

interface Props {
  list: Pick<TablePage<string>, 'query' | 'setFilters'>;
  name: string;
  label: string;
  choices: readonly string[];
  /** What people call the choices, where that is something else. */
  names?: Readonly<Record<string, string>>;
  /** What the list is without the filter. */
  any?: string;
}

/** A filter of a few choices, the first of which is not to filter. */
export function ChoiceFilter({ list, name, label, choices, names, any = t.admin.table.any }: Props) {
  return (
    <NativeSelect
      size="sm"
      // As wide as its longest choice otherwise, which may be a name without end.
      maw="min(100%, 320px)"
      label={label}
      value={list.query.filters[name] ?? ''}
      onChange={(event) => list.setFilters({ [name]: event.currentTarget.value })}
      data={[
        { value: '', label: any },
        ...choices.map((value) => ({ value, label: names?.[value] ?? value })),
      ]}
    />
  );
}
