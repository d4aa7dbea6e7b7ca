import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { paths, titleOf } from '../../paths.ts';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { PageHead } from '../layout/page-head.tsx';
import { Panel } from '../layout/panel.tsx';
import { roleName } from '../role-name.ts';
import styles from './account.module.css';
import { ChangePassword } from './change-password.tsx';
import { Institutions } from './institutions.tsx';
import { Totp } from './totp.tsx';

const words = t.admin.own;

/** The administrator's own account: password and second factor. */
export function Component() {
  const { data } = useQuery(adminInfoQuery);
  return (
    <>
      <PageHead title={titleOf(paths.adminAccount)} />
      {data && (
        <dl className={styles.facts}>
          <dt>{words.signedInAs}</dt>
          <dd>
            {data.firstName} · {data.email}
          </dd>
          <dt>{words.role}</dt>
          <dd>{data.roles.map(roleName).join(', ')}</dd>
        </dl>
      )}
      <Totp name={data?.email ?? ''} />
      <Panel title={words.password}>
        <ChangePassword username={data?.email ?? ''} />
      </Panel>
      <Institutions />
    </>
  );
}
