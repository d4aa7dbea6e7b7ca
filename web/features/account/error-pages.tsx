import { Button, Group } from '@mantine/core';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
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
