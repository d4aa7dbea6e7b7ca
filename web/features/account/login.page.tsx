import { Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { tAccount } from '#texts/account';
import { login } from '../../../contract/session.ts';
import { CallError, call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { writeToken } from '../../session/tokens.ts';
import { CaptchaField } from '../../ui/mantine/captcha/captcha-field.tsx';
import { loadChallenge } from '../../ui/mantine/captcha/load-challenge.ts';
import { useCaptcha } from '../../ui/mantine/captcha/use-captcha.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing, names } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { AccountFrame } from './account-frame.tsx';
import { InstitutionLinks } from './institutions/institution-links.tsx';
import { withRedirect } from './with-redirect.ts';

const words = t.account.login;

/** Message after an action that ended the session; the URL selects one of a fixed set. */
const noteOf = (name: string | null): string | undefined =>
  name !== null && Object.hasOwn(tAccount.note, name)
    ? tAccount.note[name as keyof typeof tAccount.note]
    : undefined;

/** §2 /login. The captcha appears only when the server requires it (decisions §1). */
export function Component() {
  const [search] = useSearchParams();
  const [wantsCaptcha, setWantsCaptcha] = useState(false);
  const captcha = useCaptcha(loadChallenge);

  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { email: '', password: '' },
    check: (values) => missing(values, { email: words.emailMissing, password: words.passwordMissing }),
    async send(values) {
      try {
        const body = { ...values, email: values.email.trim() };
        const signed = await call(login, {
          body: wantsCaptcha ? { ...body, captcha: await captcha.take() } : body,
        });
        writeToken('user', signed.token, signed.expiresAt);
        // Loads a new document: the target may be in the other shell.
        location.assign(safeRedirect(search.get('redirect'), paths.home));
      } catch (error) {
        if (error instanceof CallError && names(error.errors, 'captcha')) {
          setWantsCaptcha(true);
          captcha.start();
        }
        throw error;
      }
    },
  });

  const note = noteOf(search.get('note'));
  return (
    <AccountFrame title={words.title} intro={words.intro}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {note !== undefined && (
          <p className={styles.note} role="status">
            {note}
          </p>
        )}
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
        <PasswordField
          {...field('password')}
          label={t.account.password}
          autoComplete="current-password"
          size="md"
        />
        {wantsCaptcha && <CaptchaField captcha={captcha} />}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
      <p className={styles.aside}>
        <span>
          {words.noAccount}{' '}
          <Anchor href={withRedirect(paths.register, search)} inherit underline="always">
            {words.register}
          </Anchor>
        </span>
        <Anchor href={withRedirect(paths.forgetPassword, search)} inherit underline="always">
          {words.forgot}
        </Anchor>
      </p>
      <InstitutionLinks />
    </AccountFrame>
  );
}
