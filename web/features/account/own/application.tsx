import { useLayoutEffect, useRef, useState } from 'react';
import { tAccount } from '#texts/account';
import { getApplication, getReviewWait, type OwnApplication } from '../../../../contract/own-account.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { refreshVisitor } from '../../../session/user.ts';
import { formatDay } from '../../../ui/format.ts';
import { Region } from '../region.tsx';
import { Steps } from '../steps.tsx';
import { useLoaded } from '../use-loaded.ts';
import { waitWords } from '../wait-words.ts';
import styles from './application.module.css';
import { ApplicationForm } from './application-form.tsx';
import { nameOfStep, stepsOf, toneOf } from './application-steps.ts';
import { Section } from './section.tsx';
import { Timeline } from './timeline.tsx';

const words = tAccount.own.application;

const loadApplication = (signal: AbortSignal) => call(getApplication, { signal });

/** A failure is silent. */
const loadWait = async (signal: AbortSignal): Promise<string> =>
  waitWords(await call(getReviewWait, { signal, quiet: true }));

function Wait() {
  const { data } = useLoaded(loadWait);
  return data === undefined ? null : <p className={styles.wait}>{data}</p>;
}

/** Nothing is to be done: one line, and how it came to that behind it. */
function Approved({ application }: { application: OwnApplication }) {
  const { approvedUntil, timeline } = application;
  return (
    <details className={styles.approved}>
      <summary>
        {words.says.approved} {approvedUntil !== null && words.until(formatDay(approvedUntil))}
      </summary>
      <div className={styles.parts}>
        <Steps steps={stepsOf('approved')} />
        <Timeline steps={timeline} nameOf={nameOfStep} said={null} />
      </div>
    </details>
  );
}

function Standing({ application }: { application: OwnApplication }) {
  const { status, reason } = application;
  return (
    <>
      <Steps steps={stepsOf(status)} />
      <div className={styles.standing} data-tone={toneOf(status)}>
        <p className={styles.status}>{words.status[status]}</p>
        <p>{words.says[status]}</p>
        {status === 'pending' && <Wait />}
        {reason !== null && reason !== '' && status !== 'pending' && (
          <figure className={styles.reason}>
            <figcaption>{words.reason}</figcaption>
            <blockquote>{reason}</blockquote>
          </figure>
        )}
      </div>
    </>
  );
}

/** Decisions §3: the application's state with its reason, and the form to apply again. */
export function Application({ user }: { user: UserInfo }) {
  const loaded = useLoaded(loadApplication);
  const [sent, setSent] = useState(false);
  const note = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (sent) note.current?.focus();
  }, [sent]);

  const onSent = (application: OwnApplication) => {
    loaded.set(application);
    setSent(true);
    void refreshVisitor();
  };

  return (
    <Section id="application" title={words.title}>
      {sent && (
        <p className={styles.sent} role="status" tabIndex={-1} ref={note}>
          {words.form.done}
        </p>
      )}
      <Region loaded={loaded} failed={words.failed} lines={6}>
        {(application) =>
          application.status === 'approved' ? (
            <Approved application={application} />
          ) : (
            <div className={styles.parts}>
              <Standing application={application} />
              {application.mayApply && (
                <ApplicationForm application={application} userId={user.id} onSent={onSent} />
              )}
              <Timeline
                steps={application.timeline}
                nameOf={nameOfStep}
                said={application.status === 'pending' ? null : application.reason}
              />
            </div>
          )
        }
      </Region>
    </Section>
  );
}
