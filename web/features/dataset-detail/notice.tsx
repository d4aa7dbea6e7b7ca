import { useRevalidator } from 'react-router';
import { t } from '#texts/reading';
import { applicationReturningTo, paths } from '../../paths.ts';
import { refreshVisitor } from '../../session/user.ts';
import controls from '../../ui/controls.module.css';
import { type Access, mayApply } from './access.ts';
import classes from './notice.module.css';

const { notice } = t.detail;

const words: Partial<Record<Access['kind'], { text: string; tone: 'warn' | 'error' }>> = {
  withdrawn: { text: notice.withdrawn, tone: 'warn' },
  awaiting: { text: notice.awaiting, tone: 'warn' },
  'needs info': { text: notice.needsInfo, tone: 'warn' },
  expired: { text: notice.expired, tone: 'warn' },
  rejected: { text: notice.rejected, tone: 'error' },
  suspended: { text: notice.suspended, tone: 'error' },
  unknown: { text: notice.unknown, tone: 'warn' },
};

/** Why there are no links, shown once above the table, with the administrator's reason. */
export function Notice({ access, datasetId }: { access: Access; datasetId: string }) {
  const { revalidate } = useRevalidator();
  const said = words[access.kind];
  if (!said) return null;
  const retry = async () => {
    await Promise.all([refreshVisitor(), revalidate()]);
  };
  return (
    <div className={`${classes.notice} ${classes[said.tone]}`} role="note">
      <p>{said.text}</p>
      {access.kind === 'unknown' && <p className={classes.reason}>{access.why}</p>}
      {'reason' in access && access.reason && (
        <p className={classes.reason}>
          <strong>{notice.reason}:</strong> {access.reason}
        </p>
      )}
      {mayApply(access) && (
        <a className={controls.button} href={applicationReturningTo(paths.datasetDetail(datasetId))}>
          {access.kind === 'expired' ? t.detail.renew : t.detail.resubmitName}
        </a>
      )}
      {access.kind === 'unknown' && (
        <button className={controls.button} type="button" onClick={() => void retry()}>
          {t.reading.retry}
        </button>
      )}
    </div>
  );
}
