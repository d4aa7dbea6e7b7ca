import { tAccount } from '#texts/account';
import type { OwnApplication } from '../../../../contract/own-account.ts';
import { formatTime } from '../../../ui/format.ts';
import styles from './timeline.module.css';

const words = tAccount.own.application;
type Step = OwnApplication['timeline'][number];

const nameOf = ({ from, to }: Step): string => {
  if (to === 'pending') return from === null ? words.step.first : words.step.again;
  return words.step[to];
};

/**
 * Decisions §3: every change, newest first; omits the reason already shown above. The deciding administrator is not
 * disclosed.
 */
export function Timeline({ steps, said }: { steps: readonly Step[]; said: string | null }) {
  if (steps.length === 0) return null;
  const newestFirst = steps.toReversed();
  return (
    <div>
      <h3 className={styles.title}>{words.timeline}</h3>
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
