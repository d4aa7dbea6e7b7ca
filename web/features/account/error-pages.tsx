import { Button, Group } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { t } from '#texts';
import { paths } from '../../paths.ts';
import { SiteFrame } from '../../reading/site-frame.tsx';
import { setTitle } from '../../session/title.ts';
import type { Identity } from '../../session/tokens.ts';
import { State } from '../../ui/state.tsx';
import styles from './account-frame.module.css';

interface Said {
  title: string;
  body: string;
}

/** A page that only says why there is no other. */
const ErrorPage = ({ said, children }: { said: Said; children: ReactNode }) => (
  <SiteFrame>
    <main className={`${styles.main} ${styles.wide} ${styles.error}`} id="main" tabIndex={-1}>
      <State title={said.title} words={said.body} heading="h1">
        <Group>{children}</Group>
      </State>
    </main>
  </SiteFrame>
);

const Home = ({ variant }: { variant: 'filled' | 'default' }) => (
  <Button component="a" href={paths.home} variant={variant} size="md">
    {t.account.home}
  </Button>
);

export const NotFoundPage = () => (
  <ErrorPage said={t.account.notFound}>
    <Home variant="filled" />
  </ErrorPage>
);

export const UnauthorizedPage = () => (
  <ErrorPage said={t.account.unauthorized}>
    <Button component="a" href={paths.login} size="md">
      {t.account.login.submit}
    </Button>
    <Home variant="default" />
  </ErrorPage>
);

/** Error boundary of a page: it threw, or its chunk is gone after a deployment. */
export const FailedPage = () => (
  <ErrorPage said={t.account.failed}>
    <Button size="md" onClick={() => location.reload()}>
      {t.account.failed.retry}
    </Button>
    <Home variant="default" />
  </ErrorPage>
);

/** The same of a screen of the back office: its frame stays, and the way leads to its Home. */
export const FailedScreen = () => (
  <State title={t.account.failed.title} words={t.account.failed.body} heading="h1">
    <Group gap="sm">
      <Button onClick={() => location.reload()}>{t.account.failed.retry}</Button>
      <Button component="a" href={paths.adminIndex} variant="default">
        {t.admin.forbidden.home}
      </Button>
    </Group>
  </State>
);

/** Replaces everything that a session had shown: it has ended, and the person declined to sign in again. */
export function SessionOverPage({ identity }: { identity: Identity }) {
  useEffect(() => {
    setTitle(t.account.over.title);
    document.querySelector('h1')?.focus();
  }, []);
  const signIn = identity === 'admin' ? paths.adminLogin : paths.login;
  // Without the fragment, which may be a secret (threat 13).
  const here = location.pathname + location.search;
  return (
    <ErrorPage said={t.account.over}>
      <Button component="a" href={`${signIn}?redirect=${encodeURIComponent(here)}`} size="md">
        {t.account.login.submit}
      </Button>
      <Home variant="default" />
    </ErrorPage>
  );
}
