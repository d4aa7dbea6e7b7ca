import { Button, TextInput } from '@mantine/core';
import { t } from '#texts';
import { tInstitutions } from '#texts/institutions';
import { confirmSignIn, type SignInState, sendSignInCode } from '../../../../contract/institutions.ts';
import { limits } from '../../../../contract/limits.ts';
import { call } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { looksLikeEmail, wrongEmail } from '../registration-rules.ts';
import { useMailedCode } from '../use-valid-code.ts';
import own from './institutions.module.css';

const words = tInstitutions.steps;
const { proof } = tInstitutions;

interface Props {
  state: SignInState;
  ticket: string;
  onNext(state: SignInState): void;
}

/** The provider has no verified address (ORCID): one is asked for, and proved by a mailed code. */
export function AddressForm({ state, ticket, onNext }: Props) {
  const code = useMailedCode((email) => call(sendSignInCode, { body: { ticket, email } }));
  const { form, field, problems, busy, onSubmit, show, showFailure } = useCallForm({
    initial: { email: '', validCode: '' },
    check: (values) => [
      ...(looksLikeEmail(values.email) ? [] : [wrongEmail]),
      ...missing(values, { validCode: proof.codeMissing }),
    ],
    async send({ email, validCode }) {
      onNext(await call(confirmSignIn, { body: { ticket, email: email.trim(), validCode } }));
    },
  });
  const sendCode = async () => {
    const email = form.getValues().email.trim();
    if (!looksLikeEmail(email)) return show([wrongEmail]);
    show([]);
    await code.send(email).catch(showFailure);
  };
  return (
    <AccountFrame title={words.address} intro={words.addressBody(state.institution)}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <div className={own.proof}>
          <TextInput
            {...field('email')}
            label={t.account.email}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
          />
          <Button
            variant="default"
            onClick={() => void sendCode()}
            loading={code.sending}
            disabled={code.wait > 0}
          >
            {code.wait > 0
              ? proof.sendAgainIn(code.wait)
              : code.sentTo === undefined
                ? proof.send
                : proof.sendAgain}
          </Button>
          <p className={own.sent} role="status">
            {code.sentTo !== undefined && proof.sent(code.sentTo)}
          </p>
        </div>
        <TextInput
          {...field('validCode')}
          label={proof.code}
          description={proof.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.validCodeDigits + 4}
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.addressSubmit}
        </Button>
      </form>
    </AccountFrame>
  );
}
