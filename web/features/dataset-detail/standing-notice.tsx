import { useRevalidator } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { refreshVisitor } from '../../session/user.ts';
import controls from '../../ui/controls.module.css';
import type { Standing, ToSign } from './access.ts';
import classes from './notice.module.css';
import { SignButton } from './signing/sign-button.tsx';

const { notice, terms } = tDataset;

const words: Record<Standing['kind'], { text: string; tone: 'warn' | 'error' }> = {
  awaiting: { text: notice.awaiting, tone: 'warn' },
  'needs info': { text: notice.needsInfo, tone: 'warn' },
  expired: { text: notice.expired, tone: 'warn' },
  rejected: { text: notice.rejected, tone: 'error' },
  suspended: { text: notice.suspended, tone: 'error' },
  unknown: { text: notice.unknown, tone: 'warn' },
};

export interface StandingNoticeProps {
  access: Standing;
  datasetId: string;
  toSign: ToSign | null;
}

/** Signing is open while the account is not decided on, so that nobody waits twice (access.md, "The decision"). */
const maySign = ({ kind }: Standing): boolean =>
  kind === 'awaiting' || kind === 'needs info' || kind === 'expired';

/** Why a signed-in user has no links, with the administrator's reason. */
export function StandingNotice({ access, datasetId, toSign }: StandingNoticeProps) {
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
      {toSign !== null && maySign(access) && (
        <>
          <p>{terms.alsoSign}</p>
          <SignButton
            datasetId={datasetId}
            place="notice"
            get="notice"
            words={terms.signNow}
            className={controls.button}
          />
        </>
      )}
      {access.kind === 'unknown' && (
        <button className={controls.button} type="button" onClick={() => void retry()}>
          {t.reading.retry}
        </button>
      )}
    </div>
  );
}
