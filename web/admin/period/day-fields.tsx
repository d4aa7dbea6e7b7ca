import { TextInput } from '@mantine/core';
import { enDashboard } from '../../../texts/en-dashboard.ts';
import { addDays, type Days, isDay } from './period.ts';

const words = enDashboard.period;

interface Props {
  value: Partial<Days>;
  error?: string | undefined;
  onChange(days: { from?: string; to?: string }): void;
}

/** The first and the last day, both included for people; `to` is the day after the last. */
export function DayFields({ value: { from, to }, error, onChange }: Props) {
  return (
    <>
      <TextInput
        type="date"
        size="sm"
        label={words.first}
        value={from ?? ''}
        error={error}
        max={to ? addDays(to, -1) : undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        size="sm"
        label={words.last}
        value={isDay(to) ? addDays(to, -1) : ''}
        min={from}
        onChange={(event) => {
          const last = event.currentTarget.value;
          onChange({ to: isDay(last) ? addDays(last, 1) : '' });
        }}
      />
    </>
  );
}
