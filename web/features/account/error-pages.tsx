import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
import { setTitle } from '../../session/title.ts';
import type { Identity } from '../../session/tokens.ts';
import { AccountFrame } from './account-frame.tsx';

const home = (
  <Button component="a" href={paths.home} variant="default">
    {en.account.home}
  </Button>
);

export const NotFoundPage = () => (
  <AccountFrame title={en.account.notFound.title} intro={en.account.notFound.body}>
    <Group mt="lg">{home}</Group>
  </AccountFrame>
);

export const UnauthorizedPage = () => (
  <AccountFrame title={en.account.unauthorized.title} intro={en.account.unauthorized.body}>
    <Group mt="lg">
      <Button component="a" href={paths.login}>
        {en.account.login.submit}
      </Button>
      {home}
    </Group>
  </AccountFrame>
);

/** A page that broke, or whose chunk is gone since a new version was put up. */
export const FailedPage = () => (
  <AccountFrame title={en.account.failed.title} intro={en.account.failed.body}>
    <Group mt="lg">
      <Button onClick={() => location.reload()}>{en.account.failed.retry}</Button>
      {home}
    </Group>
  </AccountFrame>
);

/** In the place of everything that a session had shown: it has ended, and the person would not sign in at once. */
export function SessionOverPage({ identity }: { identity: Identity }) {
  useEffect(() => {
    setTitle(en.account.over.title);
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  const signIn = identity === 'admin' ? paths.adminLogin : paths.login;
  const here = location.pathname + location.search + location.hash;
  return (
    <AccountFrame title={en.account.over.title} intro={en.account.over.body}>
      <Group mt="lg">
        <Button component="a" href={`${signIn}?redirect=${encodeURIComponent(here)}`}>
          {en.account.login.submit}
        </Button>
        {home}
      </Group>
    </AccountFrame>
  );
}
