import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { inviteAdministrator, listAdministrators } from '../../../../contract/administrators.ts';
import { paths, titleOf } from '../../../paths.ts';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { adminInfoQuery } from '../../access/use-allowed.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { administratorColumns } from './administrator-columns.tsx';
import styles from './administrators.module.css';
import { administratorsQuery } from './administrators.query.ts';
import { invitationColumns } from './invitation-columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { useAdministratorHandlers } from './use-administrator-handlers.ts';

const words = t.admin.administrators;

/** Administrators and pending invitations. */
export function Component() {
  const { data, isError, refetch } = useQuery(administratorsQuery);
  const self = useQuery(adminInfoQuery).data?.id;
  const { handlers, changing, closeRole } = useAdministratorHandlers();
  const [inviting, setInviting] = useState(false);

  return (
    <>
      <PageHead title={titleOf(paths.adminAdministrators)}>
        <Allowed {...toCall(inviteAdministrator)}>
          <Button onClick={() => setInviting(true)}>{words.invite}</Button>
        </Allowed>
      </PageHead>
      {isError && !data ? (
        <div className={styles.region} role="alert">
          <div className={styles.empty}>
            <p>{words.failed}</p>
            <Button variant="default" onClick={() => void refetch()}>
              {t.admin.table.retry}
            </Button>
          </div>
        </div>
      ) : (
        <Allowed {...toCall(listAdministrators)}>
          <div className={styles.region}>
            <DataTable
              caption={words.caption}
              columns={administratorColumns(self, handlers)}
              rows={data?.administrators}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              skeletonRows={3}
            />
          </div>
          <section aria-labelledby="invitations">
            <h2 id="invitations" className={styles.part}>
              {words.invitations}
            </h2>
            <div className={styles.region}>
              {data?.invitations.length === 0 ? (
                <p className={styles.empty}>{words.noInvitations}</p>
              ) : (
                <DataTable
                  caption={words.invitations}
                  columns={invitationColumns(handlers)}
                  rows={data?.invitations}
                  idOf={({ id }) => id}
                  nameOf={({ email }) => email}
                  skeletonRows={1}
                />
              )}
            </div>
          </section>
        </Allowed>
      )}
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      <RoleDialog administrator={changing} onClose={closeRole} />
    </>
  );
}
