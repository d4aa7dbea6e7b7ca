import { t } from '#texts';
import { passwordStrength } from './password-strength.ts';
import styles from './strength-hint.module.css';

/** A meter with a text label, so that colour is not the only sign. */
export function StrengthHint({ password }: { password: string }) {
  if (password === '') return null;
  const strength = passwordStrength(password);
  return (
    <div className={styles.hint}>
      <meter
        className={styles.meter}
        min={0}
        max={4}
        low={2}
        high={3}
        optimum={4}
        value={strength}
        aria-label={t.account.register.strengthLabel}
      />
      <span role="status">{t.account.register.strength[strength]}</span>
    </div>
  );
}
