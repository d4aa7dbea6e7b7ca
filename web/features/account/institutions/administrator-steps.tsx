import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#texts';
import { tAdminInstitutions as words } from '#texts/admin-institutions';
import { tInstitutions } from '#texts/institutions';
import { confirmAdminSignIn } from '../../../../contract/admin-institutions.ts';
import type { SignInState } from '../../../../contract/institutions.ts';
import type { SignedIn } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { isLinkAskedFor, keepArrivedLink } from '../../../session/arrived-link.ts';
import { CodeField } from '../../../ui/mantine/form/code-field.tsx';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { Ended } from './ended.tsx';

interface CodeProps {
  institution: string;
  ticket: string;
  onDone(session: SignedIn): void;
}

/** The provider asked for no second factor: ours is. */
function CodeForm({ institution, ticket, onDone }: CodeProps) {
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { totp: '' },
    check: (values) => missing(values, { totp: words.codeMissing }),
    send: async ({ totp }) => onDone(await call(confirmAdminSignIn, { body: { ticket, totp: totp.trim() } })),
  });
  return (
    <AccountFrame title={words.code} intro={words.codeBody(institution)}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <CodeField field={field('totp')} />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {t.admin.login.submit}
        </Button>
      </form>
    </AccountFrame>
  );
}

/**
 * It is linked where the administrator is signed in; who is not is asked to, on the way there. Only in the tab that
 * asked for it.
 */
function ToBackOffice({ state, ticket }: { state: SignInState; ticket: string }) {
  const [isAskedFor] = useState(isLinkAskedFor);
  useEffect(() => {
    if (!isAskedFor) return;
    keepArrivedLink(state, ticket);
    location.replace(`${paths.adminAccount}#institutions`);
  }, [isAskedFor, state, ticket]);
  if (!isAskedFor) {
    return (
      <Ended
        title={words.notAsked}
        body={words.notAskedBody(state.institution)}
        to={paths.adminAccount}
        label={words.account}
      />
    );
  }
  return <AccountFrame title={tInstitutions.steps.busy} intro={tInstitutions.steps.busyBody} />;
}

/** What a sign-in that was begun for the back office leads to. */
export function AdministratorSteps({
  state,
  onSignedIn,
}: {
  state: SignInState;
  onSignedIn(session: SignedIn): void;
}) {
  const { outcome, institution, ticket } = state;
  const toSignIn = { to: paths.adminLogin, label: words.toSignIn };
  if (outcome === 'admin code' && ticket) {
    return <CodeForm institution={institution} ticket={ticket} onDone={onSignedIn} />;
  }
  if (outcome === 'admin link' && ticket) return <ToBackOffice state={state} ticket={ticket} />;
  if (outcome === 'admin linked') {
    return (
      <Ended
        title={words.linked(institution)}
        body={words.linkedBody}
        to={paths.adminAccount}
        label={words.account}
      />
    );
  }
  if (outcome === 'admin disabled') {
    return <Ended title={words.disabled} body={words.disabledBody} {...toSignIn} />;
  }
  if (outcome === 'admin one factor') {
    return <Ended title={words.oneFactor} body={words.oneFactorBody(institution)} {...toSignIn} />;
  }
  return <Ended title={words.unknown(institution)} body={words.unknownBody} {...toSignIn} />;
}
