import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { tAccount } from '#texts/account';
import { addToken } from '../../../../contract/own-account.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from './panel.module.css';

const words = tAccount.own.tokens;
const lives = [7, 30, 90, 365];

export type TokenWithSecret = DataOf<typeof addToken>;

interface Props {
  email: string;
  onMade(token: TokenWithSecret): void;
  onCancel(): void;
}

export function NewToken({ email, onMade, onCancel }: Props) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { name: '', expiresInDays: '90', password: '' },
    check: (values) => missing(values, words.missing),
    async send({ name, expiresInDays, password }) {
      const body = { name: name.trim(), expiresInDays: Number(expiresInDays), password };
      onMade(await call(addToken, { body }));
    },
  });
  return (
    <form className={styles.panel} onSubmit={onSubmit} noValidate aria-label={words.add}>
      <ErrorSummary problems={problems} />
      <TextInput
        {...field('name')}
        label={words.name}
        description={words.nameHint}
        autoComplete="off"
        maxLength={100}
        data-autofocus
        autoFocus
      />
      <NativeSelect
        {...field('expiresInDays')}
        label={words.expiry}
        data={lives.map((days) => ({ value: String(days), label: words.days(days) }))}
      />
      {/* For password managers: the account's user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...field('password')}
        label={words.password}
        description={words.passwordHint}
        autoComplete="current-password"
      />
      <Group gap="sm" justify="flex-end">
        <Button type="submit" loading={busy}>
          {words.make}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  );
}
