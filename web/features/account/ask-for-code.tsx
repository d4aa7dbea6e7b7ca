import { Button, TextInput } from '@mantine/core';
import { t } from '#texts';
import { tAccount } from '#texts/account';
import { CaptchaField } from '../../ui/mantine/captcha/captcha-field.tsx';
import type { Captcha } from '../../ui/mantine/captcha/use-captcha.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { looksLikeEmail, wrongEmail } from './registration-rules.ts';

interface Props {
  /** Prefilled when the person returns to use another address. */
  email: string;
  onEmail(email: string): void;
  captcha: Captcha;
  send(email: string): Promise<void>;
}

/** The first step of a reset: the address. The response is the same for known and unknown addresses. */
export function AskForCode({ email, onEmail, captcha, send }: Props) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { email },
    check: (values) => (looksLikeEmail(values.email) ? [] : [wrongEmail]),
    async send(values) {
      const address = values.email.trim();
      onEmail(address);
      await send(address);
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} onFocus={captcha.startOnce} noValidate>
      <ErrorSummary problems={problems} />
      <TextInput
        {...field('email')}
        label={t.account.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
      />
      <CaptchaField captcha={captcha} />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {tAccount.forget.sendCode}
      </Button>
    </form>
  );
}
