import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { register } from '../../../contract/account.ts';
import { login } from '../../../contract/session.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { writeToken } from '../../session/tokens.ts';
import { countryChoices } from '../../ui/countries.ts';
import { loadChallenge } from '../../ui/mantine/captcha/load-challenge.ts';
import { useCaptcha } from '../../ui/mantine/captcha/use-captcha.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { RestoredNote } from '../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './account-frame.module.css';
import { NewPassword } from './new-password.tsx';
import { PurposeField } from './purpose-field.tsx';
import { checkRegistration, emptyRegistration, looksLikeEmail, wrongEmail } from './registration-rules.ts';
import type { Outcome } from './submitted.tsx';
import { useValidCode } from './use-valid-code.ts';
import { ValidCodeFields } from './valid-code-fields.tsx';
import { withRedirect } from './with-redirect.ts';

const words = t.account.register;
/** Signs the new user in at once (decisions §2); if that fails, the page links to the sign-in page. */
async function signIn(email: string, password: string): Promise<boolean> {
  try {
    const signed = await call(login, { body: { email, password } });
    writeToken('user', signed.token, signed.expiresAt);
    return true;
  } catch {
    return false;
  }
}

export function RegisterForm({ onDone }: { onDone(outcome: Outcome): void }) {
  const [search] = useSearchParams();
  const captcha = useCaptcha(loadChallenge);
  const code = useValidCode(captcha, 'register');
  const { form, field, problems, busy, onSubmit, show, showFailure, kept } = useCallForm({
    initial: emptyRegistration,
    draft: 'register',
    check: checkRegistration,
    async send(values) {
      const email = values.email.trim();
      const { country, ...rest } = values;
      const body = { ...rest, email, ...withoutEmpty({ country }) };
      const { status } = await call(register, { body });
      onDone({ status, email, signedIn: await signIn(email, values.password) });
    },
  });

  const sendCode = async () => {
    const email = form.getValues().email.trim();
    if (!looksLikeEmail(email)) return show([wrongEmail]);
    show([]);
    try {
      await code.send(email);
    } catch (error) {
      showFailure(error);
    }
  };

  return (
    <>
      <form className={styles.form} onSubmit={onSubmit} onFocus={captcha.startOnce} noValidate>
        <RestoredNote kept={kept} />
        <ErrorSummary problems={problems} />
        <h2 className={styles.part}>{words.confirm}</h2>
        <ValidCodeFields
          emailField={field('email')}
          codeField={field('validCode')}
          captcha={captcha}
          code={code}
          onSend={() => void sendCode()}
        />
        <div>
          <h2 className={styles.part}>{words.about}</h2>
          <p className={styles.intro}>{words.aboutHint}</p>
        </div>
        <NewPassword field={field('password')} label={t.account.password} value={form.values.password} />
        <div className={styles.columns}>
          <TextInput {...field('firstName')} label={words.firstName} autoComplete="given-name" size="md" />
          <TextInput {...field('familyName')} label={words.familyName} autoComplete="family-name" size="md" />
        </div>
        <TextInput
          {...field('affiliation')}
          label={words.affiliation}
          description={words.affiliationHint}
          autoComplete="organization"
          size="md"
        />
        <PurposeField
          field={field('purpose')}
          value={form.values.purpose}
          onChange={(purpose) => form.setFieldValue('purpose', purpose)}
        />
        <NativeSelect
          {...field('country')}
          label={words.country}
          data={countryChoices(form.values.country)}
          autoComplete="country"
          size="md"
        />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
      <p className={styles.aside}>
        <span>
          {words.haveAccount}{' '}
          <Anchor href={withRedirect(paths.login, search)} inherit underline="always">
            {words.signIn}
          </Anchor>
        </span>
      </p>
    </>
  );
}
