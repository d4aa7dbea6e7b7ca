import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { adminLogin } from '../../../contract/session.ts';
import { en } from '../../../texts/en.ts';
import { CallError, call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { writeToken } from '../../session/tokens.ts';
import { CaptchaField } from '../../ui/mantine/captcha/captcha-field.tsx';
import { loadChallenge } from '../../ui/mantine/captcha/load-challenge.ts';
import { useCaptcha } from '../../ui/mantine/captcha/use-captcha.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing, names, withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './admin-login.module.css';

const words = en.admin.login;

/** §2 /admin/login. Code and check appear only once the server asks for them (decisions §1). */
export function Component() {
  const [search] = useSearchParams();
  const [wants, setWants] = useState({ totp: false, captcha: false });
  const captcha = useCaptcha(loadChallenge);

  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { username: '', password: '', totp: '' },
    check: (values) => missing(values, { username: words.usernameMissing, password: words.passwordMissing }),
    async send({ username, password, totp }) {
      try {
        const body = { username: username.trim(), password, ...withoutEmpty({ totp: totp.trim() }) };
        const signed = await call(adminLogin, {
          body: wants.captcha ? { ...body, captcha: await captcha.take() } : body,
        });
        writeToken('admin', signed.token);
        location.assign(safeRedirect(search.get('redirect'), paths.adminIndex));
      } catch (error) {
        if (error instanceof CallError) {
          setWants((now) => ({
            totp: now.totp || names(error.errors, 'totp'),
            captcha: now.captcha || names(error.errors, 'captcha'),
          }));
        }
        throw error;
      }
    },
  });

  return (
    <main className={styles.page} id="main">
      <p className={styles.brand}>
        <a href={paths.home}>{en.brand}</a>
      </p>
      <h1 className={styles.title}>{words.title}</h1>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <TextInput
          {...field('username')}
          label={words.username}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <PasswordField
          {...field('password')}
          label={en.account.password}
          autoComplete="current-password"
          size="md"
        />
        {wants.totp && (
          <TextInput
            {...field('totp')}
            label={words.totp}
            description={words.totpHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            size="md"
          />
        )}
        {wants.captcha && <CaptchaField captcha={captcha} />}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
    </main>
  );
}
