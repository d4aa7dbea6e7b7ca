import { Button, Modal } from '@mantine/core';
import { tLayout } from '#texts/layout';
import { formatTime } from '../../../ui/format.ts';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import styles from './error-log.module.css';
import { clearErrorLog, useErrorLog } from './error-log.ts';

const words = tLayout.errorLog;

/** §2, error-log dialog: Message, Stack, and a clear-all action. */
export function ErrorLogDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const errors = useErrorLog();
  return (
    <Modal {...useOnTop(opened)} opened={opened} onClose={onClose} title={words.title} size="xl">
      <div className={styles.head}>
        <p className={styles.hint} role="status">
          {errors.length > 0 ? words.hint : words.cleared}
        </p>
        {errors.length > 0 && (
          <Button variant="default" onClick={clearErrorLog}>
            {words.clear}
          </Button>
        )}
      </div>
      {errors.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.message}</th>
              <th scope="col">{words.stack}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ message, stack, path, time, count }) => (
              <tr key={message + stack}>
                <td>
                  <p className={styles.message}>{message}</p>
                  <p className={styles.seen}>{words.seen(formatTime(time), path)}</p>
                  {count > 1 && <p className={styles.seen}>{words.times(count)}</p>}
                </td>
                <td className={styles.stack}>{stack || words.noStack}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}
