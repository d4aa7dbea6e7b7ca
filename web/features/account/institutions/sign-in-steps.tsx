import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tInstitutions } from '#texts/institutions';
import { exchangeSignIn, type SignInState } from '../../../../contract/institutions.ts';
import type { SignedIn } from '../../../../contract/session.ts';
import { CallError, call } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { paths } from '../../../paths.ts';
import { safeRedirect } from '../../../session/guard.ts';
import { writeToken } from '../../../session/tokens.ts';
import { AccountFrame } from '../account-frame.tsx';
import { type Outcome, Submitted } from '../submitted.tsx';
import { AddressForm } from './address-form.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import styles from './institutions.module.css';
import { LinkForm } from './link-form.tsx';
import { SignInRegisterForm } from './register-form.tsx';

const words = tInstitutions.steps;
const { failures } = tInstitutions;

/** What stands behind `/auth-redirect#`. */
export interface Arrival {
  code: string | null;
  error: string | null;
}

/** A page without a form: what happened, and the ways on. */
function Ended({ title, body, children }: { title: string; body: string; children: ReactNode }) {
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => main.current?.focus(), []);
  return (
    <AccountFrame title={title} intro={body}>
      <div className={styles.ended} ref={main} tabIndex={-1}>
        {children}
      </div>
    </AccountFrame>
  );
}

function Failed({ title, body }: { title: string; body: string }) {
  return (
    <Ended title={title} body={body}>
      <p>{words.passwordWorks}</p>
      <div className={styles.actions}>
        <Button component="a" href={paths.login}>
          {words.anew}
        </Button>
      </div>
    </Ended>
  );
}

const failureOf = (error: string | null) =>
  failures[error !== null && Object.hasOwn(failures, error) ? (error as keyof typeof failures) : 'invalid'];

/** access.md: takes the code that the provider's answer led to, and does what is left to do. */
export function SignInSteps({ code, error }: Arrival) {
  const [state, setState] = useState<SignInState>();
  const [redirect, setRedirect] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const [submitted, setSubmitted] = useState<Outcome>();
  const asked = useRef(false);

  const enter = (session: SignedIn, to: string | null) => {
    writeToken('user', session.token, session.expiresAt);
    // Loads a new document: the target may be in the other shell. This page's code is used.
    location.replace(safeRedirect(to, paths.home));
  };
  const go = (next: SignInState, to: string | null) => {
    if (next.session) enter(next.session, to);
    else setState(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once
  useEffect(() => {
    if (code === null || asked.current) return;
    asked.current = true;
    call(exchangeSignIn, { body: { code }, cookies: true }).then(
      (next) => {
        setRedirect(next.redirect);
        go(next, next.redirect);
      },
      (thrown: unknown) => setFailure(thrown instanceof CallError ? failureWords(thrown) : String(thrown)),
    );
  }, [code]);

  if (code === null) return <Failed {...failureOf(error)} />;
  if (failure !== undefined) return <Failed title={words.over} body={failure} />;
  if (submitted) return <Submitted {...submitted} />;
  const { outcome, institution = '', email, ticket } = state ?? {};
  if (outcome === 'linked') {
    return (
      <Ended title={words.linked(institution)} body={words.linkedBody}>
        <div className={styles.actions}>
          <Button component="a" href={paths.account}>
            {words.account}
          </Button>
        </div>
      </Ended>
    );
  }
  if (!state || !ticket) return <AccountFrame title={words.busy} intro={words.busyBody} />;
  const onNext = (next: SignInState) => go(next, redirect);
  if (outcome === 'link') return <LinkForm state={state} ticket={ticket} />;
  if (outcome === 'confirm' && email)
    return <ConfirmForm state={state} email={email} ticket={ticket} onNext={onNext} />;
  if (outcome === 'address') return <AddressForm state={state} ticket={ticket} onNext={onNext} />;
  return (
    <SignInRegisterForm
      state={state}
      ticket={ticket}
      onDone={({ status, email: address, session }) => {
        writeToken('user', session.token, session.expiresAt);
        const back = safeRedirect(redirect, paths.home);
        if (status === 'approved' && back !== paths.home) location.replace(back);
        else setSubmitted({ status, email: address, signedIn: true });
      }}
    />
  );
}
