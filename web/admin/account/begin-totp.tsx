import { Button, Group } from '@mantine/core';
import { t } from '#texts';
import { beginTotp } from '../../../contract/administrators.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../access/while-online.tsx';
import styles from '../layout/form.module.css';
import type { Enrolment } from './confirm-totp.tsx';
import { useFocus } from './use-focus.ts';

const words = t.admin.own;

/** Asks for the password first: a passer-by at an open screen must not lock the owner out. */
export function BeginTotp({ onBegun, onCancel }: { onBegun(enrolment: Enrolment): void; onCancel(): void }) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { password: '' },
    check: (values) => missing(values, { password: words.missing.password }),
    send: async (body) => onBegun(await call(beginTotp, { body })),
  });
  const password = field('password');
  useFocus(password.id);
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <PasswordField {...password} label={words.setUpPassword} autoComplete="current-password" />
      <Group gap="sm">
        <WhileOnline>
          <Button type="submit" loading={busy}>
            {words.begin}
          </Button>
        </WhileOnline>
        <Button variant="default" onClick={onCancel}>
          {t.admin.cancel}
        </Button>
      </Group>
    </form>
  );
}
