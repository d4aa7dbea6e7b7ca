import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from '#texts';
import { isKnownPath, paths } from '../../paths.ts';
import { PageHead } from './page-head.tsx';

/** In a screen's place; the address stays, so that it can be passed on or put right. */
function NoScreen({ title, why }: { title: string; why: string }) {
  return (
    <>
      <PageHead title={title} />
      <p style={{ margin: 0 }}>{why}</p>
      <div>
        <Button component={Link} to={paths.adminIndex}>
          {t.admin.forbidden.home}
        </Button>
      </div>
    </>
  );
}

/** What /401 says, where a screen's permission tag is missing, or /404, where there is no screen. */
export function Forbidden() {
  const { pathname } = useLocation();
  const { unauthorized, notFound } = t.account;
  return isKnownPath(pathname) ? (
    <NoScreen title={unauthorized.title} why={t.admin.forbidden.body} />
  ) : (
    <NoScreen title={notFound.title} why={notFound.body} />
  );
}
