import { Button, Group } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '#texts';
import { paths } from '../../paths.ts';
import { setTitle } from '../../session/title.ts';
import type { Identity } from '../../session/tokens.ts';
import { AccountFrame } from './account-frame.tsx';

const home = (
  <Button component="a" href={paths.home} variant="default">
    {t.account.home}
  </Button>
);

export const NotFoundPage = () => (
  <AccountFrame title={t.account.notFound.title} intro={t.account.notFound.body}>
    <Group mt="lg">{home}</Group>
  </AccountFrame>
);

export const UnauthorizedPage = () => (
  <AccountFrame title={t.account.unauthorized.title} intro={t.account.unauthorized.body}>
    <Group mt="lg">
      <Button component="a" href={paths.login}>
        {t.account.login.submit}
      </Button>
      {home}
    </Group>
  </AccountFrame>
);

/** A page that broke, or whose chunk is gone since a new version was put up. */
export const FailedPage = () => (
  <AccountFrame title={t.account.failed.title} intro={t.account.failed.body}>
    <Group mt="lg">
      <Button onClick={() => location.reload()}>{t.account.failed.retry}</Button>
      {home}
    </Group>
  </AccountFrame>
);

/** In the place of everything that a session had shown: it has ended, and the person would not sign in at once. */
export function SessionOverPage({ identity }: { identity: Identity }) {
  useEffect(() => {
    setTitle(t.account.over.title);
    const heading = document.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  const signIn = identity === 'admin' ? paths.adminLogin : paths.login;
  const here = location.pathname + location.search + location.hash;
  return (
    <AccountFrame title={t.account.over.title} intro={t.account.over.body}>
      <Group mt="lg">
        <Button component="a" href={`${signIn}?redirect=${encodeURIComponent(here)}`}>
          {t.account.login.submit}
        </Button>
        {home}
      </Group>
    </AccountFrame>
  );
}
