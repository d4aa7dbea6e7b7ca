import { Button, Group, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { tAccount } from '#texts/account';
import { resetPassword } from '../../../contract/account.ts';
import { limits } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { endUserSession } from '../../session/tokens.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { NewPassword } from './new-password.tsx';
import { checkNewPassword } from './password-rules.ts';
import type { useValidCode } from './use-valid-code.ts';
import { withRedirect } from './with-redirect.ts';

const words = tAccount.forget;
const { register } = t.account;

interface Props {
  email: string;
  code: ReturnType<typeof useValidCode>;
}

/**
 * The second step of a reset: the mailed code and the new password. Ends existing sessions, the current one included.
 */
export function SetNewPassword({ email, code }: Props) {
  const [search] = useSearchParams();
  const sent = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => sent.current?.focus(), []);

  const { form, field, problems, busy, onSubmit, show, showFailure } = useCallForm({
    initial: { validCode: '', password: '' },
    check: checkNewPassword,
    async send(values) {
      await call(resetPassword, { body: { ...values, email } });
      endUserSession();
      location.assign(withRedirect(paths.login, search, { note: 'reset' }));
    },
  });

  const sendAgain = async () => {
    show([]);
    await code.send(email).catch(showFailure);
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.note} ref={sent} tabIndex={-1} role="status">
        {words.sent(email)}
      </p>
      <ErrorSummary problems={problems} />
      <TextInput
        {...field('validCode')}
        label={register.code}
        description={register.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.validCodeDigits + 4}
        size="md"
      />
      {/* For password managers: the account's user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPassword field={field('password')} label={words.newPassword} value={form.values.password} />
      <p className={styles.hint}>{words.ends}</p>
      <Button type="submit" size="md" loading={busy} fullWidth>
        {words.submit}
      </Button>
      <Group gap="sm">
        <Button
          variant="default"
          size="sm"
          onClick={() => void sendAgain()}
          loading={code.sending}
          disabled={code.wait > 0}
        >
          {code.wait > 0 ? register.sendAgainIn(code.wait) : register.sendAgain}
        </Button>
        <Button variant="subtle" size="sm" onClick={code.forget}>
          {words.otherAddress}
        </Button>
      </Group>
    </form>
  );
}
