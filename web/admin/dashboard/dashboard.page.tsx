import { useQuery } from '@tanstack/react-query';
import { listAdminDatasets } from '../../../contract/dataset-admin.ts';
import { listJobs } from '../../../contract/jobs.ts';
import { downloadCount, listModalities, userCount } from '../../../contract/statistics.ts';
import { paths, titleOf } from '../../paths.ts';
import dots from '../../ui/dots.module.css';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { PageHead } from '../layout/page-head.tsx';
import { periodBefore } from '../period/period.ts';
import { requestQueueQuery } from '../requests/requests.query.ts';
import styles from './dashboard.module.css';
import { downloadsQuery, modalitiesQuery, peopleQuery, summaryQuery } from './dashboard.query.ts';
import { DownloadsPanel } from './downloads-panel.tsx';
import { facts, type TileOf, tiles } from './figures.ts';
import { MailNotice } from './mail-notice.tsx';
import { ModalitiesPanel } from './modalities-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { RangePicker } from './range-picker.tsx';
import { RequestsTile } from './requests-tile.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { Tile } from './tile.tsx';
import { TopPanel } from './top-panel.tsx';
import { useRange } from './use-range.ts';

/** §2 /admin/index: pending tasks, and figures that link to the filtered lists. */
export function Component() {
  const { range, days, choose } = useRange();
  const users = useAllowed(toCall(userCount));
  const downloads = useAllowed(toCall(downloadCount));
  const datasets = useAllowed(toCall(listAdminDatasets, listModalities));
  const jobs = useAllowed(toCall(listJobs));
  const mayRead: Record<string, boolean> = {
    waiting: users,
    users,
    active: downloads,
    broken: downloads,
    storage: datasets,
    datasets,
    jobs,
  };
  const summary = useQuery(summaryQuery);
  // Refetched on mount, after a decision for example.
  const queue = useQuery({ ...requestQueueQuery, staleTime: 0 });
  // Four tiles at the most: where requests wait for a decision, the figure that asks for none is a fact.
  const isFact = ({ key }: TileOf) => key === 'active' && (queue.data?.datasets.length ?? 0) > 0;
  const inLine = [...tiles.filter(isFact), ...facts];
  const people = useQuery({ ...peopleQuery(days), enabled: users });
  const downloaded = useQuery({ ...downloadsQuery(days), enabled: downloads });
  const before = useQuery({ ...downloadsQuery(periodBefore(days)), enabled: downloads });
  const modalities = useQuery({ ...modalitiesQuery, enabled: datasets });

  return (
    <>
      <PageHead title={titleOf(paths.adminIndex)} />
      <RestoredNotice />
      <MailNotice mail={summary.data?.mail} />
      <div className={styles.tiles}>
        <RequestsTile queue={queue} alone={!Object.values(mayRead).includes(true)} />
        {tiles.map((tile) => {
          const { key, ...shown } = tile;
          return mayRead[key] && !isFact(tile) && <Tile key={key} {...shown} query={summary} />;
        })}
      </div>
      <p className={`${dots.dots} ${styles.facts}`}>
        {inLine.map(
          ({ key, ...fact }) =>
            mayRead[key] && (
              <span key={key}>
                <Tile {...fact} query={summary} inline />
              </span>
            ),
        )}
      </p>
      {(downloads || users) && <RangePicker range={range} days={days} choose={choose} />}
      <div className={styles.panels}>
        {downloads && <DownloadsPanel query={downloaded} before={before.data} days={days} />}
        {users && <PeoplePanel query={people} />}
        {downloads && <TopPanel query={downloaded} days={days} />}
        {datasets && <ModalitiesPanel query={modalities} />}
      </div>
    </>
  );
}
