import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from '#texts';
import { isKnownPath, paths } from '../../paths.ts';
import { PageHead } from './page-head.tsx';

/** Replaces a screen; the URL stays, so that it can be passed on or corrected. */
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

/** The contents of /401, when a screen's permission tag is missing, or of /404, for an unknown screen. */
export function Forbidden() {
  const { pathname } = useLocation();
  const { unauthorized, notFound } = t.account;
  return isKnownPath(pathname) ? (
    <NoScreen title={unauthorized.title} why={t.admin.forbidden.body} />
  ) : (
    <NoScreen title={notFound.title} why={notFound.body} />
  );
}
