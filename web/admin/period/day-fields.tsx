import { TextInput } from '@mantine/core';
import { tDashboard } from '#texts/dashboard';
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
      <TextInput
        type="date"
        size="sm"
        label={words.from}
        value={from ?? ''}
        error={error}
        max={isDay(to) ? addDays(to, -1) : undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        size="sm"
        label={words.before}
        value={to ?? ''}
        min={isDay(from) ? addDays(from, 1) : undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}
