import { Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import { tInstitutions } from '#texts/institutions';
import { changePassword, sendOwnCode } from '../../../contract/account.ts';
import { listLinks } from '../../../contract/institutions.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { endUserSession } from '../../session/tokens.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { AccountFrame } from './account-frame.tsx';
import { ProofFields } from './institutions/proof-fields.tsx';
import { useProof } from './institutions/use-proof.ts';
import { NewPassword } from './new-password.tsx';
import { checkChange, checkFirstPassword } from './password-rules.ts';
import { Region } from './region.tsx';
import { SignedInOnly } from './signed-in-only.tsx';
import { useLoaded } from './use-loaded.ts';

const words = tAccount.change;

const loadWays = (signal: AbortSignal) => call(listLinks, { signal });

/** §4: the token is cleared, the cookie removed, all local storage cleared. */
function leave(): void {
  endUserSession();
  location.assign(`${paths.login}?note=changed`);
}

function ChangeForm({ email }: { email: string }) {
  const { form, field, problems, busy, onSubmit } = useCallForm({
    initial: { oldPassword: '', newPassword: '' },
    check: checkChange,
    async send(values) {
      await call(changePassword, { body: values });
      leave();
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

/** Who signs in with an institution sets their first one. */
function FirstForm({ email }: { email: string }) {
  const proof = useProof('code', () => call(sendOwnCode));
  const { form, field, problems, busy, onSubmit, showFailure } = useCallForm({
    initial: { password: '', validCode: '', newPassword: '' },
    check: checkFirstPassword,
    async send({ validCode, newPassword }) {
      await call(changePassword, { body: { validCode, newPassword } });
      leave();
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <ProofFields proof={proof} email={email} field={field} onFailure={showFailure} />
      <NewPassword field={field('newPassword')} label={words.newPassword} value={form.values.newPassword} />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {tInstitutions.own.setPassword}
      </Button>
    </form>
  );
}

function Form({ email }: { email: string }) {
  const ways = useLoaded(loadWays);
  return (
    <Region loaded={ways} failed={tInstitutions.own.failed}>
      {({ hasPassword }) => (hasPassword ? <ChangeForm email={email} /> : <FirstForm email={email} />)}
    </Region>
  );
}

/** §2 /changePassword; the anonymous see a sign-in link. */
export function Component() {
  return (
    <AccountFrame title={words.title} intro={words.intro}>
      <SignedInOnly>{(user) => <Form email={user.email} />}</SignedInOnly>
    </AccountFrame>
  );
}
