import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface Props {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange(value: string): void;
  width?: number;
}

/** A text filter: the address changes when typing pauses, or at once with Enter. */
export function KeywordFilter({ label, placeholder, value = '', onChange, width = 240 }: Props) {
  const [typed, setTyped] = useState(value);
  const later = useDebouncedCallback(onChange, { delay: 300, flushOnUnmount: false });
  // Back, forward and "clear filters" change the address behind the field's back.
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      size="sm"
      label={label}
      {...(placeholder !== undefined && { placeholder })}
      w={width}
      maw="100%"
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
