import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { t } from '#texts';
import { listAdminInstitutions } from '../../../contract/admin-institutions.ts';
import { adminLogin } from '../../../contract/session.ts';
import { CallError, call } from '../../api/call.ts';
import { tell } from '../../api/judge.ts';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { writeToken } from '../../session/tokens.ts';
import { CaptchaField } from '../../ui/mantine/captcha/captcha-field.tsx';
import { loadChallenge } from '../../ui/mantine/captcha/load-challenge.ts';
import { useCaptcha } from '../../ui/mantine/captcha/use-captcha.ts';
import { CodeField } from '../../ui/mantine/form/code-field.tsx';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { missing, names, withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { SignInLinks } from '../../ui/mantine/sign-in-links.tsx';
import { institutionAddress } from '../access/institution-address.ts';
import styles from './entry-frame.module.css';
import { EntryFrame } from './entry-frame.tsx';

const words = t.admin.login;
const loadInstitutions = (signal: AbortSignal) => call(listAdminInstitutions, { quiet: true, signal });

/** §2 /admin/login. Code and captcha appear only when the server requires them (decisions §1). */
export function Component() {
  const [search] = useSearchParams();
  const welcome = (useLocation().state as { welcome?: string } | null)?.welcome;
  const [wants, setWants] = useState({ totp: false, captcha: false });
  const captcha = useCaptcha(loadChallenge);

  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { username: welcome ?? '', password: '', totp: '' },
    check: (values) => missing(values, { username: words.usernameMissing, password: words.passwordMissing }),
    async send({ username, password, totp }) {
      try {
        const body = {
          username: username.trim(),
          password,
          ...withoutEmpty({ totp: totp.replace(/\s/g, '') }),
        };
        const signed = await call(adminLogin, {
          body: wants.captcha ? { ...body, captcha: await captcha.take() } : body,
          quiet: true,
        });
        writeToken('admin', signed.token, signed.expiresAt);
        location.assign(safeRedirect(search.get('redirect'), paths.adminIndex));
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const totpNow = names(error.errors, 'totp');
        setWants((now) => ({
          totp: now.totp || totpNow,
          captcha: now.captcha || names(error.errors, 'captcha'),
        }));
        // The first request for the code is the next step, not an error.
        if (totpNow && !wants.totp) return;
        tell(error);
        throw error;
      }
    },
  });

  return (
    <EntryFrame title={words.title}>
      {welcome !== undefined && (
        <p className={styles.good} role="status">
          {words.welcome(welcome)}
        </p>
      )}
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
          label={t.account.password}
          autoComplete="current-password"
          size="md"
        />
        {wants.totp && <CodeField field={field('totp')} />}
        {wants.captcha && <CaptchaField captcha={captcha} />}
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
      <SignInLinks
        load={loadInstitutions}
        addressOf={(id) => institutionAddress(id, 'sign-in', search.get('redirect'))}
      />
    </EntryFrame>
  );
}
