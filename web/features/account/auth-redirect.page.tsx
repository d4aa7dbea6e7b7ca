import { Anchor } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import { paths } from '../../paths.ts';
import { safeRedirect } from '../../session/guard.ts';
import { AccountFrame } from './account-frame.tsx';

const words = tAccount.redirect;

/** §2 /auth-redirect: redirects to a known route, or home (threat 6). */
export function Component() {
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
