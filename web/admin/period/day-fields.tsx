import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { tDashboard } from '#texts/dashboard';
import { useTypedFilter } from '../../ui/mantine/table/use-typed-filter.ts';
import { addDays, type Days, isDay } from './period.ts';

const words = tDashboard.period;

interface Props {
  value: Partial<Days>;
  error?: string | undefined;
  onChange(days: { from?: string; to?: string }): void;
}

/** A date range as the calls take it (decisions §1): `from` inclusive, `to` exclusive. */
export function DayFields({ value: { from, to }, error, onChange }: Props) {
  return (
    <>
      <DayField
        label={words.from}
        value={from}
        error={error}
        max={isDay(to) ? addDays(to, -1) : undefined}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={words.before}
        value={to}
        min={isDay(from) ? addDays(from, 1) : undefined}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

interface FieldProps extends Pick<TextInputProps, 'label' | 'error' | 'min' | 'max'> {
  value: string | undefined;
  onChange(day: string): void;
}

/** Keeps what is typed: set back to the URL's day between two keys, a date field would lose what is typed so far. */
function DayField({ value = '', onChange, min, max, ...field }: FieldProps) {
  const { typed, setTyped, submit } = useTypedFilter(value, onChange);
  // As they were when one began: a limit that changes between two keys loses what is typed so far, too.
  const [limits, setLimits] = useState<Pick<FieldProps, 'min' | 'max'>>();
  return (
    <TextInput
      {...field}
      {...(limits ?? { min, max })}
      onFocus={() => setLimits({ min, max })}
      type="date"
      size="sm"
      value={typed}
      onChange={(event) => {
        const day = event.currentTarget.value;
        // On the way to 2026 the browser gives the years 2, 20 and 202.
        if (day.startsWith('0')) setTyped(day);
        else submit(day);
      }}
      onBlur={() => {
        setLimits(undefined);
        submit(typed);
      }}
    />
  );
}
