import { ActionIcon, Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '#texts';
import { tReview as words } from '#texts/review';
import { Icon } from '../../ui/icon.tsx';
import { useLast } from '../../ui/mantine/use-last.ts';
import { useOnTop } from '../../ui/mantine/use-on-top.ts';
import styles from './review.module.css';
import type { ReviewKind, ReviewTypes } from './review-kind.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  id: string | undefined;
  /** The rows of the page, to go on to. */
  rows: readonly T['row'][];
  /** Of the open row, until the page has it. */
  title: string | undefined;
  onClose(): void;
  onGo(row: T['row']): void;
  children(id: string): ReactNode;
}

/** The panel of one row; J and K go on to the next and back. */
export function ReviewDrawer<T extends ReviewTypes>(props: Props<T>) {
  const { kind, id, rows, title, onClose, onGo, children } = props;
  const shown = useLast(id);
  const onTop = useOnTop(id !== undefined);
  const index = rows.findIndex((row) => row.id === shown);
  const row = rows[index];
  const goTo = (to: number) => {
    const next = rows[to];
    if (index >= 0 && next) onGo(next);
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'j') goTo(index + 1);
    if (key === 'k') goTo(index - 1);
  };
  return (
    <Drawer
      {...onTop}
      opened={id !== undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      position="right"
      size={680}
      classNames={{ content: styles.content ?? '', title: styles.title ?? '', body: styles.body ?? '' }}
      title={
        <Group gap="xs" wrap="nowrap">
          <span className={styles.name}>{row ? kind.nameOf(row) : title}</span>
          {index >= 0 && rows.length > 1 && (
            <>
              <span className={styles.position}>{words.position(index + 1, rows.length)}</span>
              <ActionIcon
                variant="default"
                aria-label={kind.words.previous}
                aria-keyshortcuts="k"
                disabled={index === 0}
                onClick={() => goTo(index - 1)}
              >
                <Icon name="previous" />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={kind.words.next}
                aria-keyshortcuts="j"
                disabled={index === rows.length - 1}
                onClick={() => goTo(index + 1)}
              >
                <Icon name="next" />
              </ActionIcon>
            </>
          )}
        </Group>
      }
    >
      {id !== undefined && children(id)}
    </Drawer>
  );
}

interface LoadedProps<Data> {
  asked: UseQueryResult<Data>;
  failed: string;
  children(data: Data): ReactNode;
}

/** The states of what the drawer shows. */
export function DrawerPart<Data>({ asked: { data, isError, refetch }, failed, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (!isError) return <Skeleton height={280} aria-busy />;
  return (
    <div role="alert">
      <Text mb="md">{failed}</Text>
      <Button variant="default" onClick={() => void refetch()}>
        {t.admin.table.retry}
      </Button>
    </div>
  );
}

/** Facts by name, without those that have no value. */
export const Facts = ({ facts }: { facts: readonly [string, ReactNode][] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) =>
      value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>] : null,
    )}
  </dl>
);
