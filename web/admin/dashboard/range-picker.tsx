import { useLayoutEffect, useState } from 'react';
import { tDashboard } from '#texts/dashboard';
import { Chips } from '../period/chips.tsx';
import { DayFields } from '../period/day-fields.tsx';
import { type Days, isDay } from '../period/period.ts';
import styles from './dashboard.module.css';
import { type ChosenRange, isTooLong, type Range, ranges } from './use-range.ts';

const words = tDashboard.period;
const names = [...ranges, 'custom'] as const;

const isSpan = (days: Partial<Days>): days is Days =>
  isDay(days.from) && isDay(days.to) && days.from < days.to;

interface Props extends ChosenRange {
  choose(next: Range | Days): void;
}

/** The charts' date range. A custom one takes effect once both days are set and in order. */
export function RangePicker({ range, days, choose }: Props) {
  const [own, setOwn] = useState<Partial<Days>>();
  const typed = own ?? days;
  const { from, to } = days;
  // Back changes the URL independently of the fields. In a layout effect: a later one would undo what is typed meanwhile.
  useLayoutEffect(
    () => setOwn((typed) => (typed?.from === from && typed?.to === to ? typed : undefined)),
    [from, to],
  );
  const isOwn = own !== undefined || range === undefined;
  return (
    <div className={styles.range}>
      <Chips
        label={words.label}
        names={names}
        titleOf={(name) => words.names[name]}
        chosen={isOwn ? 'custom' : range}
        onChoose={(name) => {
          setOwn(name === 'custom' ? days : undefined);
          if (name !== 'custom') choose(name);
        }}
      />
      {isOwn && (
        <div className={styles.days}>
          <DayFields
            value={typed}
            error={isSpan(typed) && isTooLong(typed) ? words.tooLong : undefined}
            onChange={(change) => {
              const next = { ...typed, ...change };
              setOwn(next);
              if (isSpan(next) && !isTooLong(next)) choose(next);
            }}
          />
          <p className={styles.hint}>{words.utc}</p>
        </div>
      )}
    </div>
  );
}
