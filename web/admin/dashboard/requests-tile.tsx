import type { UseQueryResult } from '@tanstack/react-query';
import { tAdminRequests } from '#texts/admin-requests';
import type { getRequestQueue } from '../../../contract/request-review.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { abbreviate, plural } from '../../ui/format.ts';
import styles from './dashboard.module.css';
import { Tile } from './tile.tsx';

const words = tAdminRequests.tile;

interface Props {
  queue: UseQueryResult<DataOf<typeof getRequestQueue>>;
  /** The role sees nothing else here: the tile stands for the page. */
  alone: boolean;
}

/** The requests that wait for the administrator: of any role, and for nobody who reviews no dataset. */
export function RequestsTile({ queue, alone }: Props) {
  const reviews = queue.data?.datasets.length;
  if (reviews === 0 && alone) {
    return (
      <div className={styles.nothing}>
        <strong className={styles.name}>{words.nothing}</strong>
        <p className={styles.nothingWhy}>{words.nothingWhy}</p>
      </div>
    );
  }
  if (!reviews && !alone) return null;
  return (
    <Tile
      name={words.name}
      to={`${paths.adminRequests}?status=pending`}
      query={queue}
      figure={({ datasets }) => {
        const open = datasets.filter(({ waiting }) => waiting > 0);
        const waiting = open.reduce((sum, one) => sum + one.waiting, 0);
        return {
          value: abbreviate(waiting),
          hints: [waiting === 0 ? words.none : words.of(plural(open.length, ...words.dataset))],
          urgent: waiting > 0,
        };
      }}
    />
  );
}
