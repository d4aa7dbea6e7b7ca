import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { downloadCount, listModalities } from '../../../contract/statistics.ts';
import { en } from '../../../texts/en.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { formatCount, formatSizeShort } from '../../ui/format.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import styles from './dashboard.module.css';

const words = en.admin.home;
type Downloads = DataOf<typeof downloadCount>;
type Modality = DataOf<typeof listModalities>[number];
type Top = Downloads['top'][number];

interface PanelProps {
  title: string;
  query: UseQueryResult<unknown>;
  empty: ReactNode | undefined;
  children: ReactNode;
}

function Panel({ title, query, empty, children }: PanelProps) {
  const failed = query.isError && query.data === undefined;
  return (
    <section className={styles.panel}>
      <h2 className={styles.heading}>{title}</h2>
      {failed ? (
        <div className={styles.empty} role="alert">
          <p>{words.failed}</p>
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {en.admin.table.retry}
          </Button>
        </div>
      ) : (
        (empty && <div className={styles.empty}>{empty}</div>) || children
      )}
    </section>
  );
}

const topColumns: Column<Top, never>[] = [
  {
    key: 'name',
    header: words.dataset,
    primary: true,
    cell: ({ datasetId, name, version }) => (
      <Link to={`${paths.adminDownload}?datasetId=${encodeURIComponent(datasetId)}`}>
        {name} {version}
      </Link>
    ),
  },
  { key: 'count', header: words.downloads, numeric: true, cell: ({ count }) => formatCount(count) },
  { key: 'bytes', header: words.volume, numeric: true, cell: ({ bytes }) => formatSizeShort(bytes) },
];

export function MostDownloaded({ query }: { query: UseQueryResult<Downloads> }) {
  return (
    <Panel
      title={words.mostDownloaded}
      query={query}
      empty={query.data?.top.length === 0 ? words.noDownloads : undefined}
    >
      <DataTable
        caption={words.mostDownloaded}
        columns={topColumns}
        rows={query.data?.top}
        idOf={({ datasetId }) => datasetId}
        nameOf={({ name }) => name}
      />
    </Panel>
  );
}

const modalityColumns: Column<Modality, never>[] = [
  {
    key: 'name',
    header: words.modality,
    primary: true,
    cell: ({ name }) => (
      <Link to={`${paths.adminDatasetList}?modalityName=${encodeURIComponent(name)}`}>{name}</Link>
    ),
  },
  { key: 'datasets', header: words.datasets, numeric: true, cell: ({ datasets }) => formatCount(datasets) },
  {
    key: 'downloads',
    header: words.downloads,
    numeric: true,
    cell: ({ downloads }) => formatCount(downloads),
  },
];

export function Modalities({ query }: { query: UseQueryResult<Modality[]> }) {
  return (
    <Panel
      title={words.modalities}
      query={query}
      empty={
        query.data?.length === 0 ? (
          <>
            <p>{words.noDatasets}</p>
            <Link to={paths.adminDatasetList}>{words.addFirst}</Link>
          </>
        ) : undefined
      }
    >
      <DataTable
        caption={words.modalities}
        columns={modalityColumns}
        rows={query.data}
        idOf={({ name }) => name}
        nameOf={({ name }) => name}
      />
    </Panel>
  );
}
