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

/** Error boundary of a page: it threw, or its chunk is gone after a deployment. */
export const FailedPage = () => (
  <AccountFrame title={t.account.failed.title} intro={t.account.failed.body}>
    <Group mt="lg">
      <Button onClick={() => location.reload()}>{t.account.failed.retry}</Button>
      {home}
    </Group>
  </AccountFrame>
);

/** Replaces everything that a session had shown: it has ended, and the person declined to sign in again. */
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
