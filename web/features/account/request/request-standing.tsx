import { Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import { tRequests as words } from '#texts/requests';
import type { OwnRequest } from '../../../../contract/requests.ts';
import { formatDay } from '../../../ui/format.ts';
import styles from '../own/application.module.css';
import { Steps } from '../steps.tsx';
import { waitWords } from '../wait-words.ts';
import own from './request.module.css';
import { type SentStatus, stepsOf, toneOf } from './request-steps.ts';

interface Props {
  request: OwnRequest;
  status: SentStatus;
  /** The address of the files, where nothing but the request stood in the way. */
  files: string | undefined;
}

/** Where a request stands: state, reason, end, usual wait; once it is granted, the way to the files. */
export function RequestStanding({ request, status, files }: Props) {
  const { reason, grantedUntil, wait } = request;
  const isGranted = status === 'granted';
  const says = isGranted && files === undefined ? words.says.grantedOnly : words.says[status];
  return (
    <>
      <Steps steps={stepsOf(status)} />
      <div className={styles.standing} data-tone={toneOf(status)}>
        <p className={styles.status}>{words.status[status]}</p>
        <p>
          {says}
          {isGranted && grantedUntil !== null && ` ${words.until(formatDay(grantedUntil))}`}
        </p>
        {status === 'pending' && <p className={styles.wait}>{waitWords(wait)}</p>}
        {reason !== null && reason !== '' && status !== 'pending' && (
          <figure className={styles.reason}>
            <figcaption>{tAccount.own.application.reason}</figcaption>
            <blockquote>{reason}</blockquote>
          </figure>
        )}
        {isGranted && files !== undefined && (
          <Button component="a" href={files} className={own.toFiles ?? ''}>
            {words.toFiles}
          </Button>
        )}
      </div>
    </>
  );
}
