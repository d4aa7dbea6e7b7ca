import { Anchor, Button, TextInput } from '@mantine/core';
import { tInstitutions } from '#texts/institutions';
import { limits } from '../../../../contract/limits.ts';
import { PasswordField } from '../../../ui/mantine/form/password-field.tsx';
import styles from './institutions.module.css';
import type { ProofOfPerson } from './use-proof.ts';

const words = tInstitutions.proof;

interface Props {
  proof: ProofOfPerson;
  email: string;
  /** The form's, for `password` and `validCode`. */
  field(name: 'password' | 'validCode'): object;
  /** Of the password. */
  label?: string;
  hint?: string;
  onFailure(error: unknown): void;
}

/** Password, or a code by mail. */
export function ProofFields({ proof, email, field, label = words.password, hint, onFailure }: Props) {
  const { by, choose, code } = proof;
  const { sentTo, sending, wait } = code;
  const send = () => code.send(email).catch(onFailure);
  return (
    <div className={styles.proof}>
      {/* For password managers: the account's user name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {by === 'password' ? (
        <PasswordField
          {...field('password')}
          label={label}
          description={hint}
          autoComplete="current-password"
          size="md"
        />
      ) : (
        <>
          <p className={styles.sent} role="status">
            {sentTo === undefined ? words.willSend(email) : words.sent(sentTo)}
          </p>
          <Button variant="default" onClick={() => void send()} loading={sending} disabled={wait > 0}>
            {wait > 0 ? words.sendAgainIn(wait) : sentTo === undefined ? words.send : words.sendAgain}
          </Button>
          <TextInput
            {...field('validCode')}
            label={words.code}
            description={words.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={limits.validCodeDigits + 4}
            size="md"
          />
        </>
      )}
      {choose && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => choose(by === 'password' ? 'code' : 'password')}
        >
          {by === 'password' ? words.byCode : words.byPassword}
        </Anchor>
      )}
    </div>
  );
}
