import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tLists } from '#texts/lists';
import { modalitiesQuery } from './datasets.query.ts';
import { OrderList } from './order-list.tsx';

const words = tLists.order;

/** Decisions §4: `sort` is the datasets' order within a modality. */
export function OrderPanel({ modalityName }: { modalityName: string | undefined }) {
  const { data } = useQuery(modalitiesQuery);
  const names = data?.map(({ name }) => name) ?? [];
  const [chosen, setChosen] = useState(modalityName);
  const shown = chosen ?? data?.find(({ datasets }) => datasets > 0)?.name ?? names[0];
  return (
    <Stack gap="md">
      <Text size="sm">{words.hint}</Text>
      <NativeSelect
        label={words.modality}
        value={shown ?? ''}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[...new Set([...names, ...(shown === undefined ? [] : [shown])])]}
      />
      {shown !== undefined && <OrderList key={shown} modalityName={shown} />}
    </Stack>
  );
}
