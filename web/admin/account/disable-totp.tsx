import { Button, Group, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { disableTotp } from '../../../contract/administrators.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../access/while-online.tsx';
import styles from '../layout/form.module.css';
import { useFocus } from './use-focus.ts';

const words = t.admin.own;

/** Disabling the second factor requires both factors. */
export function DisableTotp({ onEnd }: { onEnd(): void }) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { password: '', code: '' },
    check: (values) => missing(values, { password: words.missing.password, code: words.missing.code }),
    async send({ password, code }) {
      await call(disableTotp, { body: { password, code: code.trim() } });
      notifications.show({ color: 'ok', message: words.turnedOff });
      onEnd();
    },
  });
  const password = field('password');
  useFocus(password.id);
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={onSubmit} noValidate>
      <p className={styles.note}>{words.turnOffBody}</p>
      <ErrorSummary problems={problems} />
      <PasswordField {...password} label={t.account.password} autoComplete="current-password" />
      <TextInput
        {...field('code')}
        label={words.anyCode}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Group gap="sm">
        <WhileOnline>
          <Button type="submit" color="error" loading={busy}>
            {words.turnOff}
          </Button>
        </WhileOnline>
        <Button variant="default" onClick={onEnd}>
          {t.admin.cancel}
        </Button>
      </Group>
    </form>
  );
}
