import { Drawer } from '@mantine/core';
import { t } from '#texts';
import type { AuditEntry } from '../../../../contract/administrators.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import { sentence } from './action-name.ts';
import styles from './audit.module.css';
import { DifferenceTable } from './difference-table.tsx';
import { subjectOf, whoDid } from './people.ts';

const words = t.admin.audit;

/** One entry: actor, time, action, before, after. */
export function AuditDrawer({ entry, onClose }: { entry: AuditEntry | undefined; onClose(): void }) {
  return (
    <Drawer
      {...useOnTop(entry !== undefined)}
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={entry && sentence(entry)}
    >
      {entry && (
        <>
          <dl className={styles.facts}>
            <dt>{words.at}</dt>
            <dd>
              <Time at={entry.at} />
            </dd>
            <dt>{words.who}</dt>
            <dd>{whoDid(entry)}</dd>
            <dt>{words.subject}</dt>
            <dd>
              {subjectOf(entry)}
              {entry.userId !== null && <span className={styles.id}>{entry.subject}</span>}
            </dd>
            {entry.times > 1 && (
              <>
                <dt>{words.howOften}</dt>
                <dd>{words.times(entry.times)}</dd>
              </>
            )}
            <dt>{words.ip}</dt>
            <dd>{entry.ip || '–'}</dd>
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
