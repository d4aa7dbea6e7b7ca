import { Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import { changePassword } from '../../../contract/account.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { endUserSession } from '../../session/tokens.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { AccountFrame } from './account-frame.tsx';
import { NewPassword } from './new-password.tsx';
import { checkChange } from './password-rules.ts';
import { SignedInOnly } from './signed-in-only.tsx';

const words = tAccount.change;

function ChangeForm({ email }: { email: string }) {
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: { oldPassword: '', newPassword: '' },
    check: checkChange,
    async send(values) {
      await call(changePassword, { body: values });
      // §4: the token is cleared, the cookie removed, all local storage cleared.
      endUserSession();
      location.assign(`${paths.login}?note=changed`);
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      {/* For password managers: the account's user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('oldPassword')}
        label={words.oldPassword}
        autoComplete="current-password"
        size="md"
      />
      <NewPassword field={field('newPassword')} label={words.newPassword} value={form.values.newPassword} />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {words.submit}
      </Button>
    </form>
  );
}

/** §2 /changePassword; the anonymous see a sign-in link. */
export function Component() {
  return (
    <AccountFrame title={words.title} intro={words.intro}>
      <SignedInOnly>{(user) => <ChangeForm email={user.email} />}</SignedInOnly>
    </AccountFrame>
  );
}
