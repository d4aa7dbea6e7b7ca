import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from '#texts';
import { isKnownPath, paths } from '../../paths.ts';
import { State } from '../../ui/state.tsx';

/**
 * The contents of /401, when a screen's permission tag is missing, or of /404, for an unknown screen. The URL stays, so
 * that it can be passed on or corrected.
 */
export function Forbidden() {
  const known = isKnownPath(useLocation().pathname);
  const { unauthorized, notFound } = t.account;
  return (
    <State
      title={known ? unauthorized.title : notFound.title}
      words={known ? t.admin.forbidden.body : notFound.body}
      heading="h1"
    >
      <Button component={Link} to={paths.adminIndex}>
        {t.admin.forbidden.home}
      </Button>
    </State>
  );
}
