import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { tSystem } from '#texts/system';
import { addDictData, listDictData } from '../../../../contract/dictionary.ts';
import { limits } from '../../../../contract/limits.ts';
import { listModalities } from '../../../../contract/statistics.ts';
import { call, queryCall } from '../../../api/call.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { WhileOnline } from '../../access/while-online.tsx';
import forms from '../../layout/form.module.css';
import styles from '../system.module.css';
import { useRefreshDict } from './dict.query.ts';

const words = tSystem.dict;

/** Modalities of datasets that the dictionary lacks. */
const missingQuery = queryOptions({
  queryKey: ['dict', 'missing modalities'],
  queryFn: async ({ signal }) => {
    const query = { dictType: 'modality', pageSize: limits.pageSizeMax };
    const [inUse, { list }] = await Promise.all([
      queryCall(listModalities, { signal, quiet: true }),
      queryCall(listDictData, { query, signal, quiet: true }),
    ]);
    const known = new Set(list.map(({ dictValue }) => dictValue));
    return inUse.map(({ name }) => name).filter((name) => !known.has(name));
  },
});

/** Lists modalities in use that the dictionary lacks, and that therefore sort last. */
export function MissingModalities() {
  const mayAdd = useAllowed(toCall(addDictData, listModalities));
  const refresh = useRefreshDict();
  const work = useWork();
  const { data: missing = [] } = useQuery({ ...missingQuery, enabled: mayAdd });
  if (missing.length === 0) return null;
  const add = (name: string) =>
    work.run(name, async () => {
      await call(addDictData, {
        body: {
          dictType: 'modality',
          dictLabel: name,
          dictValue: name,
          status: '0',
          isDefault: false,
          remark: '',
        },
      });
      await refresh();
    });
  return (
    <div className={styles.head}>
      <span className={forms.note}>{words.missingModalities}</span>
      <WhileOnline>
        {missing.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            aria-label={words.addModality(name)}
            disabled={work.isBusy(name)}
            onClick={() => add(name)}
          >
            + {name}
          </Button>
        ))}
      </WhileOnline>
    </div>
  );
}
