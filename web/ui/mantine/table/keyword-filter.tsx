import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { searchLength } from '../../../../contract/catalogue-query.ts';
import type { TablePage } from './use-list.ts';

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
  const value = list.query.filters[name] ?? '';
  const onChange = (text: string) => list.setFilters({ [name]: text });
  const [typed, setTyped] = useState(value);
  const later = useDebouncedCallback(onChange, { delay: 300, flushOnUnmount: false });
  // Back, forward and "clear filters" change the URL independently of the field.
  useEffect(() => setTyped(value), [value]);
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
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        later(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChange(typed.trim());
      }}
    />
  );
}
