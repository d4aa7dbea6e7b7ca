import { t } from '#texts/reading';
import { datasetRow, loginReturningTo } from '../../paths.ts';
import controls from '../../ui/controls.module.css';
import { formatUtcDay } from '../../ui/format.ts';
import type { Access } from './access.ts';
import classes from './actions.module.css';
import type { Row } from './rows.ts';
import type { UserParts } from './user-parts.ts';

interface Props {
  /** The whole dataset's. */
  row: Row;
  access: Access;
  parts: UserParts | undefined;
  datasetId: string;
}

/** The one next step of whoever looks: the whole dataset, the way to it, or where they stand. */
export function Actions({ row, access, parts, datasetId }: Props) {
  if (access.kind === 'withdrawn') return <p className={classes.standing}>{t.detail.withdrawn}</p>;
  if (access.kind === 'embargoed') {
    return <p className={classes.standing}>{t.detail.from(formatUtcDay(access.until))}</p>;
  }
  if (access.kind === 'anonymous') {
    return (
      <a
        className={controls.primary}
        href={loginReturningTo(datasetRow(datasetId, row.key))}
        data-for="visitors"
      >
        {t.detail.signInTo}
      </a>
    );
  }
  if (row.state === 'purged') return <p className={classes.standing}>{t.detail.removed}</p>;
  if (access.kind === 'loading' || !parts) return <span className={classes.reserved} aria-hidden="true" />;
  return <parts.UserAction row={row} access={access} datasetId={datasetId} />;
}
