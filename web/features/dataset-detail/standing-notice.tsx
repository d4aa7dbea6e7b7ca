import { useRevalidator } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { refreshVisitor } from '../../session/user.ts';
import controls from '../../ui/controls.module.css';
import type { Standing } from './access.ts';
import classes from './notice.module.css';

const { notice } = tDataset;

const words: Record<Standing['kind'], { text: string; tone: 'warn' | 'error' }> = {
  awaiting: { text: notice.awaiting, tone: 'warn' },
  'needs info': { text: notice.needsInfo, tone: 'warn' },
  expired: { text: notice.expired, tone: 'warn' },
  rejected: { text: notice.rejected, tone: 'error' },
  suspended: { text: notice.suspended, tone: 'error' },
  unknown: { text: notice.unknown, tone: 'warn' },
};

/** Why a signed-in user has no links, with the administrator's reason. */
export function StandingNotice({ access }: { access: Standing }) {
  const { revalidate } = useRevalidator();
  const { text, tone } = words[access.kind];
  const retry = async () => {
    await Promise.all([refreshVisitor(), revalidate()]);
  };
  return (
    <div className={`${classes.notice} ${classes[tone]}`} role="note">
      <p>{text}</p>
      {access.kind === 'unknown' && <p className={classes.reason}>{access.why}</p>}
      {'reason' in access && access.reason && (
        <p className={classes.reason}>
          <strong>{notice.reason}:</strong> {access.reason}
        </p>
      )}
      {access.kind === 'unknown' && (
        <button className={controls.button} type="button" onClick={() => void retry()}>
          {t.reading.retry}
        </button>
      )}
    </div>
  );
}
