import { Anchor } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { AccountFrame } from './account-frame.tsx';
import type { Arrival } from './institutions/sign-in-steps.tsx';

const words = tAccount.redirect;

const SignInSteps = lazy(async () => {
  const { SignInSteps } = await import('./institutions/sign-in-steps.tsx');
  return { default: SignInSteps };
});

/** The answer of a sign-in with the institution, if there is one; it does not stay in the address. */
function takeArrival(): Arrival | undefined {
  const parts = new URLSearchParams(location.hash.slice(1));
  const isAdmin = parts.get('for') === 'admin';
  const arrival = { code: parts.get('code'), error: parts.get('error'), isAdmin };
  if (arrival.code === null && arrival.error === null) return undefined;
  if (arrival.code !== null) history.replaceState(history.state, '', location.pathname);
  return arrival;
}

/** Redirects to a known route, or home (threat 6). */
function Onwards() {
  const [search] = useSearchParams();
  const target = safeRedirect(search.get('to') ?? search.get('redirect'), paths.home);
  // Loads a new document, since the target may be in the other shell; replaces this page in the history.
  useEffect(() => location.replace(target), [target]);
  return (
    <AccountFrame title={words.title} intro={words.body}>
      <p>
        <Anchor href={target}>{words.link}</Anchor>
      </p>
    </AccountFrame>
  );
}

/** §2 /auth-redirect: leads on, after a sign-in with the institution by what is left to do. */
export function Component() {
  const [arrival] = useState(takeArrival);
  if (!arrival) return <Onwards />;
  return (
    <Suspense fallback={<AccountFrame title={words.title} intro={words.body} />}>
      <SignInSteps {...arrival} />
    </Suspense>
  );
}
