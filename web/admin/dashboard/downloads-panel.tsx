import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tDashboard } from '#texts/dashboard';
import type { downloadCount } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, formatCount, formatSizeShort, plural } from '../../ui/format.ts';
import type { Days } from '../period/period.ts';
import { inSteps, stepFor } from './buckets.ts';
import { ChartPanel } from './chart-panel.tsx';
import type { Plot } from './charts/day-chart.tsx';
import { fullDay, shortDay, titleWith } from './day-words.ts';
import { FigureTable } from './figure-table.tsx';
import { LazyDayChart } from './lazy-chart.tsx';

const words = tDashboard.downloads;
type Downloads = DataOf<typeof downloadCount>;

const plots: Plot[] = [
  {
    series: [{ key: 'count', name: words.count, color: 'var(--primary)' }],
    short: abbreviate,
    full: formatCount,
  },
  {
    series: [{ key: 'bytes', name: words.bytes, color: 'var(--subtle)' }],
    short: formatSizeShort,
    full: formatSizeShort,
  },
];

function said({ total, bytes, series }: Downloads, before: Downloads | undefined): string {
  const these = words.said(plural(total, ...words.download), formatSizeShort(bytes));
  const sum = before ? `${these} ${words.before(formatCount(before.total))}` : these;
  const most = series.reduce((best, row) => (row.count > best.count ? row : best));
  return series.length > 1 ? `${sum}; ${words.most(most.date, plural(most.count, ...words.download))}` : sum;
}

interface Props {
  query: UseQueryResult<Downloads>;
  /** The figures of the period before. */
  before: Downloads | undefined;
  days: Days;
}

/** Downloads and bytes per day: two plots of different units, stacked over the same days. */
export function DownloadsPanel({ query, before, days }: Props) {
  const step = stepFor(query.data?.series.length ?? 0);
  return (
    <ChartPanel
      title={titleWith(words.title, step)}
      query={query}
      said={(data) => said(data, before)}
      empty={({ total }) => (total === 0 ? words.none : undefined)}
      link={<Link to={`${paths.adminDownload}?from=${days.from}&to=${days.to}`}>{words.records}</Link>}
      chart={({ series }) => (
        <LazyDayChart
          rows={inSteps(series, step)}
          plots={plots}
          shortDay={shortDay(step)}
          fullDay={fullDay(step)}
          name="downloads"
        />
      )}
      table={({ series }) => (
        <FigureTable
          caption={words.caption}
          columns={[
            { header: tDashboard.chart.day, cell: ({ date }) => date },
            { header: words.count, cell: ({ count }) => formatCount(count) },
            { header: words.bytes, cell: ({ bytes }) => formatSizeShort(bytes) },
          ]}
          rows={[...series].reverse()}
          idOf={({ date }) => date}
        />
      )}
    />
  );
}
