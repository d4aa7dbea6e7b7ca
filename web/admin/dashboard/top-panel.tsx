import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tDashboard } from '#texts/dashboard';
import type { downloadCount } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, formatCount, formatSizeShort, plural } from '../../ui/format.ts';
import type { Days } from '../period/period.ts';
import { ChartPanel } from './chart-panel.tsx';
import { FigureTable } from './figure-table.tsx';
import { LazyNameChart } from './lazy-chart.tsx';

const words = tDashboard.top;
const { count: downloadsWord, bytes: bytesWord, download } = tDashboard.downloads;
type Downloads = DataOf<typeof downloadCount>;
type Top = Downloads['top'][number];

const nameOf = ({ name, version }: Top): string => `${name} ${version}`;

/** The ten most downloaded datasets; the table links to each one's records of the same days. */
export function TopPanel({ query, days }: { query: UseQueryResult<Downloads>; days: Days }) {
  const recordsOf = ({ datasetId }: Top) =>
    `${paths.adminDownload}?${new URLSearchParams({ from: days.from, to: days.to, datasetId })}`;
  return (
    <ChartPanel
      title={words.title}
      query={query}
      said={({ top: [first] }) => (first ? words.said(nameOf(first), plural(first.count, ...download)) : '')}
      empty={({ top }) => (top.length === 0 ? words.none : undefined)}
      chart={({ top }) => (
        <LazyNameChart
          rows={top.map((row) => ({ name: nameOf(row), value: row.count }))}
          measure={downloadsWord}
          color="var(--primary)"
          short={abbreviate}
          full={formatCount}
        />
      )}
      table={({ top }) => (
        <FigureTable
          caption={words.caption}
          columns={[
            { header: words.dataset, cell: (row) => <Link to={recordsOf(row)}>{nameOf(row)}</Link> },
            { header: downloadsWord, cell: ({ count }) => formatCount(count) },
            { header: bytesWord, cell: ({ bytes }) => formatSizeShort(bytes) },
          ]}
          rows={top}
          idOf={({ datasetId, version, name }) => `${datasetId} ${name} ${version}`}
        />
      )}
    />
  );
}
