import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { tAccount } from '#texts/account';
import { sendOwnCode } from '../../../../contract/account.ts';
import { addToken } from '../../../../contract/own-account.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { ProofFields } from '../institutions/proof-fields.tsx';
import { emptyProof, useProof } from '../institutions/use-proof.ts';
import styles from './panel.module.css';

const words = tAccount.own.tokens;
const lives = [7, 30, 90, 365];

export type TokenWithSecret = DataOf<typeof addToken>;

interface Props {
  email: string;
  /** Who has none proves by a mailed code. */
  hasPassword: boolean;
  onMade(token: TokenWithSecret): void;
  onCancel(): void;
}

export function NewToken({ email, hasPassword, onMade, onCancel }: Props) {
  const proof = useProof(hasPassword ? 'password' : 'code', () => call(sendOwnCode));
  const { field, problems, busy, onSubmit, showFailure } = useCallForm({
    initial: { name: '', expiresInDays: '90', ...emptyProof },
    check: (values) => [...missing(values, words.missing), ...proof.check(values)],
    async send({ name, expiresInDays, ...proved }) {
      const body = { name: name.trim(), expiresInDays: Number(expiresInDays), ...proof.body(proved) };
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
      <ProofFields
        proof={proof}
        email={email}
        field={field}
        label={words.password}
        hint={words.passwordHint}
        onFailure={showFailure}
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
