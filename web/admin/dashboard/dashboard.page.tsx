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
import styles from './dashboard.module.css';
import { downloadsQuery, modalitiesQuery, peopleQuery, summaryQuery } from './dashboard.query.ts';
import { DownloadsPanel } from './downloads-panel.tsx';
import { facts, tiles } from './figures.ts';
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
        <RequestsTile alone={!Object.values(mayRead).includes(true)} />
        {tiles.map(({ key, ...tile }) => mayRead[key] && <Tile key={key} {...tile} query={summary} />)}
      </div>
      <p className={`${dots.dots} ${styles.facts}`}>
        {facts.map(
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
