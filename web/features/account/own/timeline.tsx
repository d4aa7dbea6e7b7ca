import { tAccount } from '#texts/account';
import { formatTime } from '../../../ui/format.ts';
import styles from './timeline.module.css';

interface Step<Status extends string> {
  from: Status | null;
  to: Status;
  reason: string | null;
  at: string;
}

interface Props<Status extends string> {
  steps: readonly Step<Status>[];
  nameOf(step: Step<Status>): string;
  /** A reason already shown above. */
  said: string | null;
}

/** Decisions §3: every change, newest first. The deciding administrator is not disclosed. */
export function Timeline<Status extends string>({ steps, nameOf, said }: Props<Status>) {
  if (steps.length === 0) return null;
  const newestFirst = steps.toReversed();
  return (
    <div>
      <h3 className={styles.title}>{tAccount.own.application.timeline}</h3>
      <ol className={styles.list}>
        {newestFirst.map((step, index) => (
          <li key={`${step.at}${step.to}`}>
            <p className={styles.name}>{nameOf(step)}</p>
            <time className={styles.time} dateTime={step.at}>
              {formatTime(step.at)}
            </time>
            {step.reason && !(index === 0 && step.reason === said) && (
              <p className={styles.reason}>{step.reason}</p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
