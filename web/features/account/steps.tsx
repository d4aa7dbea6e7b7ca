import { t } from '#texts';
import hidden from '../../ui/hidden.module.css';
import { Icon } from '../../ui/icon.tsx';
import styles from './steps.module.css';

const words = t.account.submitted;

export interface Step {
  name: string;
  state: 'done' | 'current' | 'upcoming' | 'refused';
}

const icons = { done: 'check', refused: 'cross' } as const;

/** Progress of an application: `aria-current` marks the current step. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps} aria-label={words.steps}>
      {steps.map(({ name, state }, index) => (
        <li
          key={name}
          data-state={state}
          aria-current={state === 'current' || state === 'refused' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden>
            {state === 'done' || state === 'refused' ? <Icon name={icons[state]} /> : index + 1}
          </span>
          <span>
            {name}
            {state === 'done' && <span className={hidden.hidden}> {words.done}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
