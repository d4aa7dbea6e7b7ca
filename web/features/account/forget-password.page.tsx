import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import { paths } from '../../paths.ts';
import { loadChallenge } from '../../ui/mantine/captcha/load-challenge.ts';
import { useCaptcha } from '../../ui/mantine/captcha/use-captcha.ts';
import styles from './account-frame.module.css';
import { AccountFrame } from './account-frame.tsx';
import { AskForCode } from './ask-for-code.tsx';
import { SetNewPassword } from './set-new-password.tsx';
import { useValidCode } from './use-valid-code.ts';
import { withRedirect } from './with-redirect.ts';

const words = tAccount.forget;

/** §2 /forgetPassword: the address and the captcha, then the mailed code with the new password. */
export function Component() {
  const [search] = useSearchParams();
  const [email, setEmail] = useState('');
  const captcha = useCaptcha(loadChallenge);
  const code = useValidCode(captcha, 'reset');
  return (
    <AccountFrame title={words.title} intro={words.intro}>
      {code.sentTo === undefined ? (
        <AskForCode email={email} onEmail={setEmail} captcha={captcha} send={code.send} />
      ) : (
        <SetNewPassword email={code.sentTo} code={code} />
      )}
      <p className={styles.aside}>
        <Anchor href={withRedirect(paths.login, search)} inherit underline="always">
          {words.back}
        </Anchor>
      </p>
    </AccountFrame>
  );
}
