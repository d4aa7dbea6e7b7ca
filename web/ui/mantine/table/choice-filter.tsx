import { NativeSelect } from '@mantine/core';
import { t } from '#texts';
import type { TablePage } from './use-list.ts';

interface Props {
  list: Pick<TablePage<string>, 'query' | 'setFilters'>;
  name: string;
  label: string;
  choices: readonly string[];
  /** Labels of the choices that differ from their values. */
  names?: Readonly<Record<string, string>>;
  /** Label of "no filter". */
  any?: string;
}

/** A filter with a few choices, the first of which is "no filter". */
export function ChoiceFilter({ list, name, label, choices, names, any = t.admin.table.any }: Props) {
  return (
    <NativeSelect
      size="sm"
      // Otherwise as wide as the longest choice, whose length is unbounded.
      maw="var(--choice-width, min(100%, 320px))"
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
