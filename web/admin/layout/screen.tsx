import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { useLate } from '../../ui/mantine/table/use-late.ts';
import { State } from '../../ui/state.tsx';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { TabScreens } from '../tabs/tab-screens.tsx';
import { Forbidden } from './forbidden.tsx';

/** The routed screen, once the user info is loaded; TabScreens checks the permission (§6). */
export function Screen() {
  const { data: administrator, isError, refetch } = useQuery(adminInfoQuery);
  const late = useLate(administrator === undefined && !isError);
  if (administrator) return <TabScreens administrator={administrator} otherwise={<Forbidden />} />;
  if (!isError) return late ? <Skeleton height={320} aria-busy /> : null;
  return (
    <State title={t.account.failed.title} words={t.admin.whoFailed} heading="h1" alert>
      <Button onClick={() => void refetch()}>{t.admin.table.retry}</Button>
    </State>
  );
}
