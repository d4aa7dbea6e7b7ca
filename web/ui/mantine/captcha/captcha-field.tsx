import { Button, Loader } from '@mantine/core';
import { t } from '#texts';
import { Icon } from '../../icon.tsx';
import styles from './captcha-field.module.css';
import type { Captcha } from './use-captcha.ts';

const words = t.account.captcha;

/** The captcha looks like a checkbox and behaves like a button: pressing it starts the work, it is never unticked. */
export function CaptchaField({ captcha: { state, why, start } }: { captcha: Captcha }) {
  const broken = state === 'failed' || state === 'insecure';
  return (
    <div className={styles.field} data-state={state}>
      <button
        type="button"
        className={styles.tick}
        aria-pressed={state === 'solved'}
        aria-busy={state === 'working'}
        onClick={start}
      >
        <span className={styles.box} aria-hidden>
          {state === 'working' ? <Loader size={16} /> : state === 'solved' && <Icon name="check" />}
        </span>
        {words.label}
      </button>
      <p className={styles.note} role={broken ? 'alert' : 'status'}>
        {words[state]}
        {state === 'failed' && why !== undefined && ` ${why}`}
      </p>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={start}>
          {words.retry}
        </Button>
      )}
    </div>
  );
}
