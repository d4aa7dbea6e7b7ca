import { Button, TextInput } from '@mantine/core';
import { t } from '#texts';
import { limits } from '../../../contract/limits.ts';
import { CaptchaField } from '../../ui/mantine/captcha/captcha-field.tsx';
import type { Captcha } from '../../ui/mantine/captcha/use-captcha.ts';
import type { useValidCode } from './use-valid-code.ts';
import styles from './valid-code-fields.module.css';

const words = t.account.register;

interface Props {
  emailField: object;
  codeField: object;
  captcha: Captcha;
  code: ReturnType<typeof useValidCode>;
  onSend(): void;
}

/** The address with the send button and its one-minute cooldown, the captcha, and the code. */
export function ValidCodeFields({ emailField, codeField, captcha, code, onSend }: Props) {
  const { sending, sentTo, wait } = code;
  const label = sentTo === undefined ? words.sendCode : words.sendAgain;
  return (
    <>
      <div className={styles.step}>
        <TextInput
          {...emailField}
          inputContainer={(input) => (
            <div className={styles.row}>
              {input}
              <Button variant="default" size="md" onClick={onSend} loading={sending} disabled={wait > 0}>
                {wait > 0 ? words.sendAgainIn(wait) : label}
              </Button>
            </div>
          )}
          label={t.account.email}
          description={words.emailHint}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <CaptchaField captcha={captcha} />
        <p className={styles.sent} role="status">
          {sentTo !== undefined && words.sent(sentTo)}
        </p>
      </div>
      <TextInput
        {...codeField}
        label={words.code}
        description={words.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={limits.validCodeDigits + 4}
        size="md"
      />
    </>
  );
}
