import { TextInput } from '@mantine/core';
import { searchLength } from '../../../../contract/catalogue-query.ts';
import type { TablePage } from './use-list.ts';
import { useTypedFilter } from './use-typed-filter.ts';

interface Props {
  list: Pick<TablePage<string>, 'query' | 'setFilters'>;
  name: string;
  label: string;
  placeholder?: string;
  width?: number;
  /** Characters; the call refuses more. */
  maxLength?: number;
}

/** A text filter: the URL changes after a pause in typing, or at once on Enter. */
export function KeywordFilter(props: Props) {
  const { list, name, label, placeholder, width = 240, maxLength = searchLength } = props;
  const { typed, type, submit } = useTypedFilter(list.query.filters[name] ?? '', (text) =>
    list.setFilters({ [name]: text }),
  );
  return (
    <TextInput
      type="search"
      size="sm"
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      w={width}
      maw="100%"
      maxLength={maxLength}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') submit(typed);
      }}
    />
  );
}
