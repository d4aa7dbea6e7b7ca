import { Button, Skeleton, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { tVersions } from '#texts/versions';
import type { AdminVersion, compareVersions } from '../../../../contract/dataset-versions.ts';
import type { DataOf } from '../../../api/call.ts';
import { formatCount, formatSizeShort, plural } from '../../../ui/format.ts';
import styles from './versions.module.css';
import { changesQuery } from './versions.query.ts';

const words = tVersions.changes;
const kinds = ['added', 'changed', 'moved', 'removed'] as const;
type Change = DataOf<typeof compareVersions>['list'][number];

interface Props {
  version: AdminVersion;
  before: AdminVersion;
  /** Opened without being asked for. */
  opened: boolean;
}

/** Which files differ from the version before; asked for when it is opened. */
export function VersionChanges({ version, before, opened }: Props) {
  const [open, setOpen] = useState(opened);
  return (
    <details
      className={styles.changes}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{words.title(before.version)}</summary>
      {open && <Changes version={version} before={before} />}
    </details>
  );
}

function Changes({ version, before }: Omit<Props, 'opened'>) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    changesQuery(version, before.version),
  );
  if (isError && !data)
    return (
      <Text size="sm" role="alert">
        {words.failed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </Text>
    );
  const first = data?.pages[0];
  if (!data || !first) return <Skeleton height={40} aria-busy />;
  const { totals, count, coming } = first;
  const rows = data.pages.flatMap(({ list }) => list);
  const facts =
    count === 0
      ? [words.none(before.version)]
      : [
          ...kinds.flatMap((kind) =>
            totals[kind] === 0 ? [] : [words.count(formatCount(totals[kind]), words.kinds[kind])],
          ),
          ...(totals.same === 0 ? [] : [words.same(formatCount(totals.same))]),
          words.fetches(before.version, formatSizeShort(totals.bytes)),
        ];
  return (
    <>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {coming > 0 && <p className={styles.facts}>{words.coming(plural(coming, ...tLists.file))}</p>}
      {rows.length > 0 && (
        <ul className={styles.differ} aria-label={words.listLabel(version.version, before.version)}>
          {rows.map((change) => (
            <Row key={`${change.kind}${change.path}`} change={change} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          mt="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.more(formatCount(count - rows.length))}
        </Button>
      )}
    </>
  );
}

const Row = ({ change: { kind, path, size, from, sizeBefore } }: { change: Change }) => (
  <li>
    <span className={styles.kind} data-kind={kind}>
      {words.kinds[kind]}
    </span>
    <span className={styles.path}>
      <code>{path}</code>
      {from !== undefined && <small>{words.movedFrom(from)}</small>}
    </span>
    <span className={styles.bytes}>
      {sizeBefore === undefined || sizeBefore === size
        ? formatSizeShort(size)
        : words.sizes(formatSizeShort(sizeBefore), formatSizeShort(size))}
    </span>
  </li>
);
