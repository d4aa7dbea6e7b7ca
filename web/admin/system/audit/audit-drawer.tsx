import { Drawer } from '@mantine/core';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { en } from '../../../../texts/en.ts';
import { formatTime } from '../../../ui/format.ts';
import { actionName } from './action-name.ts';
import styles from './audit.module.css';
import { DifferenceTable } from './difference-table.tsx';

const words = en.admin.audit;

/** One entry: who, when, what, before, after. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry | undefined; onClose(): void }) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={entry && actionName(entry.action)}
    >
      {entry && (
        <>
          <dl className={styles.facts}>
            <dt>{words.at}</dt>
            <dd>{formatTime(entry.at)}</dd>
            <dt>{words.admin}</dt>
            <dd>{entry.adminName}</dd>
            <dt>{words.subject}</dt>
            <dd>{entry.subject}</dd>
            <dt>{words.ip}</dt>
            <dd>{entry.ip}</dd>
            <dt>{words.call}</dt>
            <dd>
              <code>{entry.action}</code>
            </dd>
          </dl>
          <h3 className={styles.part}>{words.changes}</h3>
          <DifferenceTable before={entry.before} after={entry.after} />
        </>
      )}
    </Drawer>
  );
}
