import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { tRecalls } from '#texts/recalls';
import { takeDownNotice } from '../../../../contract/recalls.ts';
import { call } from '../../../api/call.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import { useRefreshDatasets } from '../datasets.query.ts';
import styles from './recalls.module.css';
import { useRefreshRecalls } from './recalls.query.ts';

const words = tRecalls.notice;

/** Takes the notice of a recall from the dataset's page, after asking. */
export function TakeDownNotice({ id }: { id: string }) {
  const refresh = useRefreshRecalls();
  const refreshDatasets = useRefreshDatasets();
  const [busy, setBusy] = useState(false);
  const takeDown = async () => {
    const sure = await confirm({
      title: words.sure,
      message: words.hint,
      confirmLabel: words.takeDown,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      await call(takeDownNotice, { params: { id } });
      notifications.show({ color: 'ok', message: words.done });
    } catch {
      // The call has said why: somebody else has done it, perhaps.
    } finally {
      setBusy(false);
    }
    await Promise.all([refresh(), refreshDatasets()]);
  };
  return (
    <div className={styles.below}>
      <WhileOnline>
        <Button variant="light" color="error" mt="lg" loading={busy} onClick={() => void takeDown()}>
          {words.takeDown}
        </Button>
      </WhileOnline>
    </div>
  );
}
