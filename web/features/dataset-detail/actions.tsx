import { t } from '#texts/reading';
import { applicationReturningTo, datasetRow, loginReturningTo, paths } from '../../paths.ts';
import controls from '../../ui/controls.module.css';
import { formatSizeShort } from '../../ui/format.ts';
import { type Access, mayApply } from './access.ts';
import classes from './actions.module.css';
import { standing } from './download-cell.tsx';
import type { Row } from './rows.ts';

interface Props {
  /** The whole dataset's. */
  row: Row;
  access: Access;
  datasetId: string;
}

/** The one next step of whoever looks: the whole dataset, the way to it, or where they stand. */
export function Actions({ row, access, datasetId }: Props) {
  if (access.kind === 'loading') return <span className={classes.reserved} aria-hidden="true" />;
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
  if (access.kind === 'links' && row.downloadUrl !== undefined) {
    return (
      <a className={controls.primary} href={row.downloadUrl}>
        {t.detail.downloadAll} · {formatSizeShort(row.size)}
      </a>
    );
  }
  if (mayApply(access)) {
    return (
      <a className={controls.primary} href={applicationReturningTo(paths.datasetDetail(datasetId))}>
        {access.kind === 'expired' ? t.detail.renew : t.detail.resubmitName}
      </a>
    );
  }
  return <p className={classes.standing}>{standing(row, access)}</p>;
}
