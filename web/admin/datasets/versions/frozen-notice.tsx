import { Button, Group } from '@mantine/core';
import { tVersions } from '#texts/versions';
import type { AdminDataset } from '../../../../contract/dataset-admin.ts';
import { newVersion } from '../../../../contract/dataset-versions.ts';
import { formatDay } from '../../../ui/format.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import type { Ask } from './asked.ts';
import styles from './versions.module.css';

const words = tVersions.frozenNotice;

interface Props {
  dataset: AdminDataset;
  /** What it is shown above. */
  on: 'form' | 'files';
  ask: Ask;
}

/** Of a frozen version: what is fixed and why, and the way out. */
export function FrozenNotice({ dataset, on, ask }: Props) {
  if (dataset.frozenAt === null) return null;
  return (
    <div className={styles.notice} role="note">
      <p>
        {words[on](formatDay(dataset.frozenAt))} {words.wayOut}
      </p>
      <Allowed {...toCall(newVersion)}>
        <Group>
          <Button size="xs" variant="default" onClick={() => ask({ what: 'newVersion', about: dataset })}>
            {tVersions.make.action}
          </Button>
        </Group>
      </Allowed>
    </div>
  );
}
