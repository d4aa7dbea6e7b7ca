import { useQuery } from '@tanstack/react-query';
import { downloadCount, listModalities, userCount } from '../../../contract/statistics.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, formatSizeShort } from '../../ui/format.ts';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { PageHead } from '../layout/page-head.tsx';
import { userCountQuery } from '../users/users.query.ts';
import styles from './dashboard.module.css';
import { Modalities, MostDownloaded } from './tables.tsx';
import { Tile } from './tile.tsx';

const words = en.admin.home;

/** §2 /admin/index: what there is to do, and figures that lead to the filtered lists. */
export function Component() {
  const mayUsers = useAllowed(toCall(userCount));
  const mayDownloads = useAllowed(toCall(downloadCount));
  const mayDatasets = useAllowed(toCall(listModalities));
  const users = useQuery({ ...userCountQuery, enabled: mayUsers });
  const downloads = useQuery({
    queryKey: ['downloadCount'],
    queryFn: () => call(downloadCount),
    enabled: mayDownloads,
  });
  const modalities = useQuery({
    queryKey: ['modalities'],
    queryFn: () => call(listModalities),
    enabled: mayDatasets,
  });
  const datasets = modalities.data?.reduce((sum, each) => sum + each.datasets, 0);

  return (
    <>
      <PageHead title={words.title} />
      <div className={styles.tiles}>
        {mayUsers && (
          <>
            <Tile
              to={paths.adminApplicantList}
              name={words.applicants}
              query={users}
              value={(data) => abbreviate(data.pending + data.needsInfo)}
              hint={(data) => words.applicantsHint(data.needsInfo)}
              urgent={(users.data?.pending ?? 0) > 0}
            />
            <Tile
              to={paths.adminApprovedUserList}
              name={words.approved}
              query={users}
              value={(data) => abbreviate(data.approved)}
              hint={(data) => words.total(data.total)}
            />
          </>
        )}
        {mayDownloads && (
          <Tile
            to={paths.adminDownload}
            name={words.downloads}
            query={downloads}
            value={(data) => abbreviate(data.total)}
            hint={(data) => words.bytes(formatSizeShort(data.bytes))}
          />
        )}
        {mayDatasets && (
          <Tile
            to={paths.adminDatasetList}
            name={words.datasets}
            query={modalities}
            value={() => abbreviate(datasets ?? 0)}
            hint={(data) => words.inModalities(data.length)}
          />
        )}
      </div>
      <div className={styles.tables}>
        {mayDownloads && <MostDownloaded query={downloads} />}
        {mayDatasets && <Modalities query={modalities} />}
      </div>
    </>
  );
}
