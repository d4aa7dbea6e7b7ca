import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#texts';
import styles from './code-field.module.css';

const words = t.admin.login;

interface Props {
  field: Record<string, unknown> & { id: string };
  /** Takes the focus when it appears, as the next step. */
  focused?: boolean;
}

/** The second factor: a TOTP code or a recovery code. */
export function CodeField({ field, focused = true }: Props) {
  const [recovery, setRecovery] = useState(false);
  const { id } = field;
  useEffect(() => {
    if (focused) document.getElementById(id)?.focus();
  }, [id, focused]);
  const other = () => {
    setRecovery(!recovery);
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <TextInput
        {...field}
        label={recovery ? words.recovery : words.totp}
        description={recovery ? words.recoveryHint : words.totpHint}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        size="md"
      />
      <button type="button" className={styles.switch} onClick={other}>
        {recovery ? words.useApp : words.useRecovery}
      </button>
    </>
  );
}
