import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { changeAdminPassword } from '../../../contract/administrators.ts';
import { limits } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { WhileOnline } from '../access/while-online.tsx';
import styles from '../layout/form.module.css';

const words = t.admin.own;

export function ChangePassword({ username }: { username: string }) {
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: { oldPassword: '', newPassword: '' },
    check: (values) =>
      missing(values, {
        oldPassword: words.missing.oldPassword,
        newPassword: words.missing.newPassword,
      }),
    async send(body) {
      await call(changeAdminPassword, { body });
      notifications.show({ color: 'ok', message: words.passwordChanged });
      form.reset();
    },
  });
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      {/* For password managers: the account's user name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field('oldPassword')} label={words.oldPassword} autoComplete="current-password" />
      <PasswordField
        {...field('newPassword')}
        label={words.newPassword}
        description={words.passwordHint(limits.adminPasswordMin)}
        autoComplete="new-password"
      />
      <div>
        <WhileOnline>
          <Button type="submit" variant="default" loading={busy}>
            {words.changePassword}
          </Button>
        </WhileOnline>
      </div>
    </form>
  );
}
