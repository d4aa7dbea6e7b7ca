import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { tAccount } from '#texts/account';
import { sendOwnCode } from '../../../../contract/account.ts';
import { deleteAccount } from '../../../../contract/own-account.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { endUserSession } from '../../../session/tokens.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { ProofFields } from '../institutions/proof-fields.tsx';
import { emptyProof, useProof } from '../institutions/use-proof.ts';
import styles from './panel.module.css';

const words = tAccount.own.data;

interface Props {
  email: string;
  /** Who has none proves by a mailed code. */
  hasPassword: boolean;
  onKeep(): void;
}

/** Confirms the deletion: what is deleted, what stays, and that it is them. */
export function DeleteAccount({ email, hasPassword, onKeep }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const proof = useProof(hasPassword ? 'password' : 'code', () => call(sendOwnCode));
  const { field, problems, busy, onSubmit, showFailure } = useCallForm({
    initial: emptyProof,
    check: proof.check,
    async send(values) {
      await call(deleteAccount, { body: proof.body(values) });
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
      <ProofFields
        proof={proof}
        email={email}
        field={field}
        label={tAccount.own.tokens.password}
        onFailure={showFailure}
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
