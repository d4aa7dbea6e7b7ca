import { Button } from '@mantine/core';
import { tInstitutions } from '#texts/institutions';
import { confirmSignIn, type SignInState, sendSignInCode } from '../../../../contract/institutions.ts';
import { call } from '../../../api/call.ts';
import { ErrorSummary } from '../../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { ProofFields } from './proof-fields.tsx';
import { emptyProof, useProof } from './use-proof.ts';

const words = tInstitutions.steps;

interface Props {
  state: SignInState;
  email: string;
  ticket: string;
  onNext(state: SignInState): void;
}

/** There is an account with the provider's verified address: is it theirs? */
export function ConfirmForm({ state, email, ticket, onNext }: Props) {
  const proof = useProof('either', () => call(sendSignInCode, { body: { ticket } }));
  const { field, problems, busy, onSubmit, showFailure } = useCallForm({
    initial: emptyProof,
    check: proof.check,
    async send(values) {
      onNext(await call(confirmSignIn, { body: { ticket, ...proof.body(values) } }));
    },
  });
  return (
    <AccountFrame title={words.confirm} intro={words.confirmBody(state.institution, email)}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ErrorSummary problems={problems} />
        <ProofFields proof={proof} email={email} field={field} onFailure={showFailure} />
        <Button type="submit" size="md" loading={busy} fullWidth>
          {words.confirmSubmit}
        </Button>
      </form>
    </AccountFrame>
  );
}
