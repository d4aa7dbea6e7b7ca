import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { tVersions as words } from '#texts/versions';
import { updateDataset } from '../../../contract/dataset-admin.ts';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import styles from './datasets.module.css';
import type { Part } from './use-panel.ts';

interface Props {
  part: Part;
  onPart(part: Part): void;
  children: ReactNode;
}

/** The parts of a dataset's drawer; each has an address. */
export function DatasetParts({ part, onPart, children }: Props) {
  const mayEdit = useAllowed(toCall(updateDataset));
  const parts: Part[] = [...(mayEdit ? (['edit'] as const) : []), 'files', 'versions', 'access', 'people'];
  return (
    <Tabs
      value={part}
      onChange={(next) => next !== null && onPart(next as Part)}
      keepMounted={false}
      className={styles.tabs}
    >
      <Tabs.List aria-label={words.partsLabel} mb="md" className={styles.parts}>
        {parts.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {words.parts[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={part} className={styles.panel}>
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}
