import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { tAccount } from '#texts/account';
import { deleteAccount } from '../../../../contract/own-account.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { endUserSession } from '../../../session/tokens.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from './panel.module.css';

const words = tAccount.own.data;

/** Confirms the deletion: what is deleted, what stays, and the password. */
export function DeleteAccount({ email, onKeep }: { email: string; onKeep(): void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { password: '' },
    check: (values) => missing(values, { password: words.missing }),
    async send(values) {
      await call(deleteAccount, { body: values });
      endUserSession();
      location.assign(`${paths.login}?note=deleted`);
    },
  });
  return (
    <form
      className={`${styles.panel} ${styles.danger}`}
      onSubmit={onSubmit}
      noValidate
      aria-labelledby="delete-title"
    >
      <h3 className={styles.title} id="delete-title" ref={title} tabIndex={-1}>
        {words.deleteTitle}
      </h3>
      <ul className={styles.stays}>
        <li>{words.goes}</li>
        <li>{words.stays}</li>
        <li>{words.signed}</li>
        <li>{words.final}</li>
      </ul>
      <ErrorSummary problems={problems} />
      {/* For password managers: the account's user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('password')}
        label={tAccount.own.tokens.password}
        autoComplete="current-password"
      />
      <Group gap="sm" justify="flex-end">
        <Button type="submit" color="error" loading={busy}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onKeep}>
          {words.keep}
        </Button>
      </Group>
    </form>
  );
}
