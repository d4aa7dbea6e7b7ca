import { Button } from '@mantine/core';
import { tInstitutions } from '#texts/institutions';
import { type AdminWaysIn, addAdminLink, listAdminLinks } from '../../../../contract/admin-institutions.ts';
import type { SignInState } from '../../../../contract/institutions.ts';
import { call, queryCall } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { readToken } from '../../../session/tokens.ts';
import { CodeField } from '../../../ui/mantine/form/code-field.tsx';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing, withoutEmpty } from '../../../ui/mantine/form/form-errors.ts';
import { PasswordField } from '../../../ui/mantine/form/password-field.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Ended } from './ended.tsx';

const words = tInstitutions.admin;

interface Props {
  state: SignInState;
  ticket: string;
}

function Form({ ticket, ways }: { ticket: string; ways: AdminWaysIn }) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { password: '', totp: '' },
    check: (values) =>
      missing(values, {
        password: tInstitutions.proof.missing,
        ...(ways.totp ? { totp: words.codeMissing } : {}),
      }),
    async send({ password, totp }) {
      await call(addAdminLink, { body: { ticket, password, ...withoutEmpty({ totp: totp.trim() }) } });
      location.replace(`${paths.adminAccount}#institutions`);
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <PasswordField
        {...field('password')}
        label={words.password}
        autoComplete="current-password"
        size="md"
      />
      {ways.totp && <CodeField field={field('totp')} focused={false} />}
      <Button type="submit" size="md" loading={busy} fullWidth>
        {tInstitutions.steps.linkSubmit}
      </Button>
    </form>
  );
}

const load = (signal: AbortSignal) => queryCall(listAdminLinks, { signal });

/** A signed-in administrator links what they have just signed in with. */
function Link({ state, ticket }: Props) {
  const loaded = useLoaded(load);
  const { institution, email, firstName, familyName, secondFactor } = state;
  if (loaded.data && !loaded.data.totp && !secondFactor) {
    return (
      <Ended
        title={words.oneFactor}
        body={words.oneFactorLink(institution)}
        to={paths.adminAccount}
        label={words.account}
      />
    );
  }
  const who = [`${firstName} ${familyName}`.trim(), email].filter(Boolean).join(', ') || institution;
  return (
    <AccountFrame title={tInstitutions.steps.link(institution)} intro={words.linkBody(who)}>
      <Region loaded={loaded} failed={words.failed}>
        {(ways) => <Form ticket={ticket} ways={ways} />}
      </Region>
    </AccountFrame>
  );
}

/** Only a link that is made while signed in counts. */
export function AdministratorLink(props: Props) {
  if (readToken('admin') !== undefined) return <Link {...props} />;
  return (
    <Ended
      title={words.signInFirst}
      body={words.signInFirstBody}
      to={`${paths.adminLogin}?redirect=${encodeURIComponent(paths.adminAccount)}`}
      label={words.toSignIn}
    />
  );
}
