import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tDashboard } from '#texts/dashboard';
import type { listModalities } from '../../../contract/statistics.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, formatCount, plural } from '../../ui/format.ts';
import { ChartPanel } from './chart-panel.tsx';
import styles from './dashboard.module.css';
import { FigureTable } from './figure-table.tsx';
import { LazyNameChart } from './lazy-chart.tsx';

const words = tDashboard.modalities;
type Modality = DataOf<typeof listModalities>[number];

/** Bars shown at most. */
const MOST = 12;

const measures = [
  { key: 'datasets', name: words.datasets, color: 'var(--subtle)' },
  { key: 'downloads', name: words.downloads, color: 'var(--primary)' },
] as const;

const byDownloads = (list: readonly Modality[]): Modality[] =>
  [...list].sort((a, b) => b.downloads - a.downloads || b.datasets - a.datasets);

function said(list: readonly Modality[]): string {
  const datasets = list.reduce((sum, each) => sum + each.datasets, 0);
  const sum = words.said(plural(datasets, ...words.dataset), plural(list.length, ...words.modalityCount));
  return list.length > MOST ? `${sum}. ${words.most(formatCount(MOST))}` : sum;
}

/** Datasets and downloads by modality: two bar charts over the same names. */
export function ModalitiesPanel({ query }: { query: UseQueryResult<Modality[]> }) {
  return (
    <ChartPanel
      title={words.title}
      query={query}
      said={said}
      empty={(list) =>
        list.length === 0 && (
          <>
            <p>{words.none}</p>
            <Link to={paths.adminDatasetList}>{words.addFirst}</Link>
          </>
        )
      }
      chart={(list) => (
        <div className={styles.pair}>
          {measures.map(({ key, name, color }) => (
            <div key={key}>
              <p className={styles.measure}>{name}</p>
              <LazyNameChart
                rows={byDownloads(list)
                  .slice(0, MOST)
                  .map((each) => ({ name: each.name, value: each[key] }))}
                measure={name}
                color={color}
                short={abbreviate}
                full={formatCount}
              />
            </div>
          ))}
        </div>
      )}
      table={(list) => (
        <FigureTable
          caption={words.caption}
          columns={[
            {
              header: words.modality,
              cell: ({ name }) => (
                <Link to={`${paths.adminDatasetList}?modalityName=${encodeURIComponent(name)}`}>{name}</Link>
              ),
            },
            { header: words.datasets, cell: ({ datasets }) => formatCount(datasets) },
            { header: words.downloads, cell: ({ downloads }) => formatCount(downloads) },
          ]}
          rows={byDownloads(list)}
          idOf={({ name }) => name}
        />
      )}
    />
  );
}
