import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tLayout } from '#texts/layout';
import { getConfigByKey } from '../../../../contract/configuration.ts';
import { queryCall } from '../../../api/call.ts';
import { abbreviate } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import styles from '../navbar.module.css';
import { enableErrorLog, useErrorLog } from './error-log.ts';

const Dialog = lazyPart(() => import('./error-log-dialog.tsx').then(({ ErrorLogDialog }) => ErrorLogDialog));

/** When it cannot be loaded, the log stays on, its default: failures are when it is needed. */
const enabledQuery = {
  queryKey: ['config', 'errorLog.enabled'],
  queryFn: async () => {
    const params = { key: 'errorLog.enabled' };
    const entry = await queryCall(getConfigByKey, { params, quiet: 'even expired', background: true });
    return entry.configValue !== 'false';
  },
  staleTime: 5 * 60_000,
};

/** Shown only when the log is not empty. */
export function ErrorLogButton() {
  const errors = useErrorLog();
  const { data: enabled = true } = useQuery(enabledQuery);
  const [open, setOpen] = useState(false);
  useEffect(() => enableErrorLog(enabled), [enabled]);
  const words = tLayout.errorLog.open(errors.length);
  return (
    <>
      {errors.length > 0 && (
        <button
          type="button"
          className={styles.tool}
          aria-label={words}
          title={words}
          onClick={() => setOpen(true)}
        >
          <Icon name="error" />
          <span className={styles.count}>{abbreviate(errors.length)}</span>
        </button>
      )}
      <Dialog opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
