import type { UseQueryResult } from '@tanstack/react-query';
import { tDashboard } from '#texts/dashboard';
import type { userCount } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { abbreviate, formatCount } from '../../ui/format.ts';
import { inSteps, stepFor } from './buckets.ts';
import { ChartPanel } from './chart-panel.tsx';
import type { Plot, Series } from './charts/day-chart.tsx';
import { fullDay, shortDay, titleWith } from './day-words.ts';
import { FigureTable } from './figure-table.tsx';
import { LazyDayChart } from './lazy-chart.tsx';
import { Legend } from './legend.tsx';

const words = tDashboard.people;
type People = DataOf<typeof userCount>;
type Day = People['series'][number];

const series: Series[] = [
  { key: 'registered', name: words.registered, color: 'var(--primary)' },
  { key: 'approved', name: words.approved, color: 'var(--ok)' },
  { key: 'rejected', name: words.rejected, color: 'var(--subtle)' },
];
const plots: Plot[] = [{ series, short: abbreviate, full: formatCount }];

const sums = (rows: readonly Day[]) =>
  (['registered', 'approved', 'rejected'] as const).map((key) =>
    rows.reduce((sum, row) => sum + row[key], 0),
  ) as [number, number, number];

/** Registrations and decisions per day. */
export function PeoplePanel({ query }: { query: UseQueryResult<People> }) {
  const step = stepFor(query.data?.series.length ?? 0);
  return (
    <ChartPanel
      title={titleWith(words.title, step)}
      query={query}
      said={({ series: rows }) => {
        const [registered, approved, rejected] = sums(rows);
        return words.said(formatCount(registered), formatCount(approved), formatCount(rejected));
      }}
      empty={({ series: rows }) => (sums(rows).every((sum) => sum === 0) ? words.none : undefined)}
      legend={<Legend series={series} />}
      chart={({ series: rows }) => (
        <LazyDayChart
          rows={inSteps(rows, step)}
          plots={plots}
          shortDay={shortDay(step)}
          fullDay={fullDay(step)}
          name="people"
        />
      )}
      table={({ series: rows }) => (
        <FigureTable
          caption={words.caption}
          columns={[
            { header: tDashboard.chart.day, cell: ({ date }) => date },
            { header: words.registered, cell: ({ registered }) => formatCount(registered) },
            { header: words.approved, cell: ({ approved }) => formatCount(approved) },
            { header: words.rejected, cell: ({ rejected }) => formatCount(rejected) },
          ]}
          rows={[...rows].reverse()}
          idOf={({ date }) => date}
        />
      )}
    />
  );
}
