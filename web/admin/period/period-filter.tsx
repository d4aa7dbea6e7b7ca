import { tDashboard } from '#texts/dashboard';
import { Chips } from './chips.tsx';
import { DayFields } from './day-fields.tsx';
import { type Days, daysOf, presetOf } from './period.ts';
import styles from './period-filter.module.css';

const words = tDashboard.period;
const presets = ['7d', '30d', 'month', 'last-month', 'year'] as const;

interface Props {
  value: Partial<Days>;
  onChange(days: { from?: string; to?: string }): void;
}

/** Filters a list by day: by preset, or by date range. A second click on the chosen preset clears it. */
export function PeriodFilter({ value, onChange }: Props) {
  const chosen = presetOf(value, presets, new Date());
  return (
    <div className={styles.period}>
      <DayFields value={value} onChange={onChange} />
      <Chips
        label={words.label}
        names={presets}
        titleOf={(name) => words.names[name]}
        chosen={chosen}
        onChoose={(name) => onChange(name === chosen ? { from: '', to: '' } : daysOf(name, new Date()))}
      />
    </div>
  );
}
