import { tDashboard } from '#texts/dashboard';
import { Chips } from '../period/chips.tsx';
import { DayFields } from '../period/day-fields.tsx';
import { daysOf, presetOf } from '../period/period.ts';
import styles from './records.module.css';
import type { RecordFilters } from './records.query.ts';

const words = tDashboard.period;
const presets = ['7d', '30d', 'month', 'last-month', 'year'] as const;
const names = ['24h', ...presets] as const;

interface Props {
  filters: RecordFilters;
  onChange(filters: Partial<Record<keyof RecordFilters, string>>): void;
}

/** Filters by start time: by preset, or by date range. A second click on the chosen preset clears it. */
export function TimeFilter({ filters, onChange }: Props) {
  const { from, to, within } = filters;
  const days = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const chosen = within === '24h' ? '24h' : presetOf(days, presets, new Date());
  return (
    <div className={styles.span}>
      <DayFields value={days} onChange={(change) => onChange({ ...change, within: '' })} />
      <Chips
        label={words.label}
        names={names}
        titleOf={(name) => words.names[name]}
        chosen={chosen}
        onChoose={(name) => {
          if (name === chosen) onChange({ from: '', to: '', within: '' });
          else if (name === '24h') onChange({ from: '', to: '', within: '24h' });
          else onChange({ ...daysOf(name, new Date()), within: '' });
        }}
      />
    </div>
  );
}
