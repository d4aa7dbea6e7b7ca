import { ActionIcon, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { listOrder, placeDataset } from '../../../contract/dataset-order.ts';
import { call, queryCall } from '../../api/call.ts';
import { Icon } from '../../ui/icon.tsx';
import { useOffline } from '../../ui/use-offline.ts';
import { WhileOnline } from '../access/while-online.tsx';
import { titleOf } from './datasets.query.ts';
import styles from './order.module.css';
import { useKeptFocus, useMoves } from './use-moves.ts';

const words = tLists.order;

/** A modality's datasets in their order, movable by dragging or by arrow buttons. */
export function OrderList({ modalityName }: { modalityName: string }) {
  const client = useQueryClient();
  const queryKey = ['datasetOrder', modalityName];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => queryCall(listOrder, { query: { modalityName }, signal }),
    staleTime: 0,
  });
  const [said, setSaid] = useState('');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<number>();
  const offline = useOffline();
  const { rows, move } = useMoves({
    rows: data,
    idOf: ({ id }) => id,
    place: (id, after) => call(placeDataset, { params: { id }, body: { after } }),
    refresh: () =>
      Promise.all([refetch(), client.invalidateQueries({ queryKey: ['datasets'] })]).then(() => undefined),
    onMoved: (row, index, count) => setSaid(words.moved(titleOf(row), index + 1, count)),
  });
  const keepFocus = useKeptFocus(rows);

  if (isError && !rows) {
    return (
      <Group role="alert">
        <Text>{words.failed}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </Group>
    );
  }
  if (!rows) return <Skeleton height={160} aria-busy />;
  if (rows.length === 0) return <Text c="dimmed">{words.none}</Text>;

  const drop = (index: number) => {
    if (dragged !== undefined) move(dragged, index);
    setDragged(undefined);
    setOver(undefined);
  };
  return (
    <>
      <ol className={styles.list} aria-label={words.list}>
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={styles.row}
            draggable={!offline}
            data-dragged={row.id === dragged || undefined}
            data-over={index === over || undefined}
            onDragStart={() => setDragged(row.id)}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDrop={() => drop(index)}
          >
            <span className={styles.grip} aria-hidden />
            <span className={styles.name}>{titleOf(row)}</span>
            {row.status !== 'published' && (
              <Badge color={row.status === 'draft' ? 'warn' : 'neutral'}>
                {t.admin.datasets.statusName[row.status]}
              </Badge>
            )}
            <Group gap={4} wrap="nowrap">
              <WhileOnline>
                {(['up', 'down'] as const).map((way) => (
                  <ActionIcon
                    key={way}
                    id={`order-${row.id}-${way}`}
                    variant="default"
                    aria-label={words[way](titleOf(row))}
                    disabled={way === 'up' ? index === 0 : index === rows.length - 1}
                    onClick={() => {
                      keepFocus(`order-${row.id}-${way}`, `order-${row.id}-${way === 'up' ? 'down' : 'up'}`);
                      move(row.id, way === 'up' ? index - 1 : index + 1);
                    }}
                  >
                    <Icon name={way} />
                  </ActionIcon>
                ))}
              </WhileOnline>
            </Group>
          </li>
        ))}
      </ol>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}
