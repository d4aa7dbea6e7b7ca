import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tAdminTerms } from '#texts/admin-terms';
import { ChangedLines } from '../../ui/changed-lines.tsx';
import styles from './terms.module.css';
import { termsChangesQuery } from './terms.query.ts';

const words = tAdminTerms.one;

interface Props {
  id: string;
  /** The version whose changes are shown. */
  to: number;
  /** The earlier ones, newest first: by default the one before. */
  before: readonly number[];
}

/** What a version changed; asked for when it is opened. */
export function TermsChanges({ id, to, before }: Props) {
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState(before[0] ?? 1);
  return (
    <details
      className={styles.details}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.changes}</summary>
      {open && (
        <div className={styles.changes}>
          {before.length > 1 && (
            <NativeSelect
              size="sm"
              label={words.comparedWith}
              value={String(from)}
              onChange={(event) => setFrom(Number(event.currentTarget.value))}
              data={before.map((version) => ({ value: String(version), label: words.version(version) }))}
            />
          )}
          <Changes id={id} from={from} to={to} />
        </div>
      )}
    </details>
  );
}

function Changes({ id, from, to }: { id: string; from: number; to: number }) {
  const { data, isError, refetch } = useQuery(termsChangesQuery(id, from, to));
  if (data) return <ChangedLines lines={data} label={words.changesLabel(from, to)} />;
  if (!isError) return <Skeleton height={80} aria-busy />;
  return (
    <Text size="sm" role="alert">
      {words.changesFailed}{' '}
      <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
        {t.admin.table.retry}
      </Button>
    </Text>
  );
}
