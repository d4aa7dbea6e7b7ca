import { Link } from 'react-router';
import { t } from '#texts';
import { tReviewer } from '#texts/reviewer';
import type { DownloadRecord } from '../../../contract/statistics.ts';
import { paths } from '../../paths.ts';
import { formatSizeShort } from '../../ui/format.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { StateWord } from '../../ui/mantine/table/state-word.tsx';
import { Time } from '../../ui/mantine/time.tsx';
import styles from './records.module.css';
import type { RecordSort } from './records.query.ts';

const words = t.admin.records;

/** `null`: the bytes were offloaded, so that completion is unknown (decisions §5). */
const Complete = ({ complete }: { complete: boolean | null }) => (
  <StateWord color={complete === false ? 'warn' : undefined}>
    {complete === true ? words.yes : complete === false ? words.no : words.unknown}
  </StateWord>
);

const filtered = (name: string, value: string) =>
  `${paths.adminDownload}?${name}=${encodeURIComponent(value)}`;

export const recordColumns: Column<DownloadRecord, RecordSort>[] = [
  {
    key: 'startedAt',
    header: words.started,
    sort: 'startedAt',
    cell: ({ startedAt }) => (
      <div className={styles.started}>
        <Time at={startedAt} />
      </div>
    ),
  },
  {
    key: 'user',
    header: words.user,
    primary: true,
    long: true,
    cell: ({ userId, userName, email, via }) =>
      via === 'link' ? (
        <>
          {userName}
          <span className={styles.below}>{tReviewer.links.address}</span>
        </>
      ) : userId === null ? (
        <em>{words.deletedUser}</em>
      ) : (
        <>
          <Link to={filtered('userId', userId)}>{userName}</Link>
          <span className={styles.below}>{email}</span>
        </>
      ),
  },
  {
    key: 'dataset',
    header: words.dataset,
    long: true,
    cell: ({ datasetId, datasetName, version, subsetPath }) => (
      <div>
        <Link to={filtered('datasetId', datasetId)}>
          {datasetName} {version}
        </Link>
        <span className={styles.below}>{subsetPath}</span>
      </div>
    ),
  },
  {
    key: 'bytes',
    header: words.bytes,
    sort: 'bytesSent',
    numeric: true,
    cell: ({ bytesSent, totalBytes }) =>
      formatSizeShort(bytesSent) === formatSizeShort(totalBytes)
        ? formatSizeShort(totalBytes)
        : words.ofTotal(formatSizeShort(bytesSent), formatSizeShort(totalBytes)),
  },
  { key: 'complete', header: words.complete, cell: ({ complete }) => <Complete complete={complete} /> },
  {
    key: 'ip',
    header: words.ip,
    cell: ({ ip }) => (
      <span className={styles.ip} title={ip}>
        {ip}
      </span>
    ),
  },
  { key: 'via', header: words.via, cell: ({ via }) => via },
];
