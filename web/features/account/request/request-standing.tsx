import { tAccount } from '#texts/account';
import { tRequests as words } from '#texts/requests';
import type { OwnRequest } from '../../../../contract/requests.ts';
import { formatDay } from '../../../ui/format.ts';
import styles from '../own/application.module.css';
import { Steps } from '../steps.tsx';
import { waitWords } from '../wait-words.ts';
import { type SentStatus, stepsOf, toneOf } from './request-steps.ts';

/** Where a request stands: state, reason, end, usual wait. */
export function RequestStanding({ request, status }: { request: OwnRequest; status: SentStatus }) {
  const { reason, grantedUntil, wait } = request;
  return (
    <>
      <Steps steps={stepsOf(status)} />
      <div className={styles.standing} data-tone={toneOf(status)}>
        <p className={styles.status}>{words.status[status]}</p>
        <p>
          {words.says[status]}
          {status === 'granted' && grantedUntil !== null && ` ${words.until(formatDay(grantedUntil))}`}
        </p>
        {status === 'pending' && <p className={styles.wait}>{waitWords(wait)}</p>}
        {reason !== null && reason !== '' && status !== 'pending' && (
          <figure className={styles.reason}>
            <figcaption>{tAccount.own.application.reason}</figcaption>
            <blockquote>{reason}</blockquote>
          </figure>
        )}
      </div>
    </>
  );
}
