import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '#texts';
import { tDashboard } from '#texts/dashboard';
import { listAdministrators } from '../../../contract/administrators.ts';
import { openDownloads } from '../../../contract/restored.ts';
import { listUsers } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { formatTime, plural } from '../../ui/format.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import styles from './dashboard.module.css';
import { restoredQuery } from './dashboard.query.ts';

const words = tDashboard.restored;
const ID = 'open';

/** After a restore from a backup: what the portal holds, and the owner's button that opens downloads. */
export function RestoredNotice() {
  const { data } = useQuery(restoredQuery);
  const client = useQueryClient();
  const work = useWork();
  if (!data) return null;

  const open = async () => {
    const sure = await confirm({
      title: words.sure,
      message: words.sureMore(formatTime(data.snapshotAt)),
      confirmLabel: words.open,
      cancelLabel: t.admin.cancel,
    });
    if (!sure) return;
    work.run(ID, async () => {
      await call(openDownloads);
      notifications.show({ color: 'ok', message: words.opened });
      await client.invalidateQueries({ queryKey: restoredQuery.queryKey });
    });
  };

  return (
    <section className={styles.notice} aria-label={words.label}>
      <p>{words.closed(formatTime(data.restoredAt), formatTime(data.snapshotAt))}</p>
      <p>
        {words.holds(
          plural(data.approved, ...words.person),
          plural(data.administrators, ...words.administrator),
        )}
      </p>
      <Allowed {...toCall(listUsers)}>
        <Link to={paths.adminApprovedUserList}>{words.people}</Link>
      </Allowed>
      <Allowed {...toCall(listAdministrators)}>
        <Link to={paths.adminAdministrators}>{words.administrators}</Link>
      </Allowed>
      <Allowed {...toCall(openDownloads)}>
        <Button mt="xs" onClick={open} loading={work.isBusy(ID)}>
          {words.open}
        </Button>
      </Allowed>
    </section>
  );
}
