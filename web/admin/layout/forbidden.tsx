import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
import { PageHead } from './page-head.tsx';

/** What /401 says, where a screen's permission tag is missing; the address stays, so that it can be passed on. */
export function Forbidden() {
  return (
    <>
      <PageHead title={en.account.unauthorized.title} />
      <p style={{ margin: 0 }}>{en.admin.forbidden.body}</p>
      <div>
        <Button component={Link} to={paths.adminIndex}>
          {en.admin.forbidden.home}
        </Button>
      </div>
    </>
  );
}
