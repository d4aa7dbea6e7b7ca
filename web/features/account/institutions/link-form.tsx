import { Button } from '@mantine/core';
import { tInstitutions } from '#texts/institutions';
import { sendOwnCode } from '../../../../contract/account.ts';
import { addLink, type SignInState } from '../../../../contract/institutions.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { SignedInOnly } from '../signed-in-only.tsx';
import { ProofFields } from './proof-fields.tsx';
import { emptyProof, useProof } from './use-proof.ts';

const words = tInstitutions.steps;

function Form({ ticket, email }: { ticket: string; email: string }) {
  const proof = useProof('either', () => call(sendOwnCode));
  const { field, problems, busy, onSubmit, showFailure } = useCallForm({
    initial: emptyProof,
    check: proof.check,
    async send(values) {
      await call(addLink, { body: { ticket, ...proof.body(values) } });
      location.replace(`${paths.account}#institutions`);
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <ProofFields proof={proof} email={email} field={field} onFailure={showFailure} />
      <Button type="submit" size="md" loading={busy} fullWidth>
        {words.linkSubmit}
      </Button>
    </form>
  );
}

/** A signed-in person links what they have just signed in with. */
export function LinkForm({ state, ticket }: { state: SignInState; ticket: string }) {
  const { institution, email, firstName, familyName, affiliation } = state;
  const who = [`${firstName} ${familyName}`.trim(), email, affiliation].filter(Boolean).join(', ');
  return (
    <AccountFrame title={words.link(institution)} intro={words.linkBody(institution, who)}>
      <SignedInOnly>{(user) => <Form ticket={ticket} email={user.email} />}</SignedInOnly>
    </AccountFrame>
  );
}
