import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import {
  addConfig,
  type ConfigEntry,
  configSorts,
  deleteConfig,
} from '../../../../contract/configuration.ts';
import { call } from '../../../api/call.ts';
import { paths, titleOf } from '../../../paths.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import styles from '../system.module.css';
import { type ConfigType, configFilters, configQuery, useRefreshConfig } from './config.query.ts';
import { configColumns } from './config-columns.tsx';
import { ConfigDialog, type Editing } from './config-dialog.tsx';

const words = tSystem.config;
const spec = { sorts: configSorts, filters: configFilters } as const;
const configTypes: readonly ConfigType[] = ['Y', 'N'];

/** Decisions §7 /admin/system/config. */
export function Component() {
  const page = useTablePage(spec);
  const { filters } = page.query;
  const configType = configTypes.find((each) => each === filters.configType);
  const [editing, setEditing] = useState<Editing>();
  const work = useWork();
  const refresh = useRefreshConfig();
  const list = useQuery(configQuery(toCallQuery(page.query), configType));
  const add = (
    <Allowed {...toCall(addConfig)}>
      <Button onClick={() => setEditing('new')}>{words.add}</Button>
    </Allowed>
  );

  const remove = ({ configId, configName, configKey }: ConfigEntry) =>
    work.run(configId, async () => {
      const sure = await confirm({
        title: words.deleteTitle(configName),
        message: words.deleteBody(configKey),
        confirmLabel: tSystem.delete,
        cancelLabel: t.admin.cancel,
        danger: true,
      });
      if (!sure) return;
      await call(deleteConfig, { params: { id: configId } });
      notifications.show({ color: 'ok', message: words.deleted(configName) });
      await refresh();
    });

  return (
    <>
      <div>
        <PageHead title={titleOf(paths.adminConfig)}>{add}</PageHead>
        <p className={forms.note}>{words.intro}</p>
      </div>
      <search className={styles.filters}>
        {(['configName', 'configKey'] as const).map((name) => (
          <KeywordFilter
            key={name}
            label={name === 'configName' ? words.name : words.key}
            value={filters[name]}
            onChange={(value) => page.setFilters({ [name]: value })}
            width={200}
          />
        ))}
        <ChoiceFilter
          label={words.type}
          value={configType}
          onChange={(value) => page.setFilters({ configType: value })}
          choices={configTypes.map((each) => ({ value: each, label: words.typeName[each] }))}
        />
      </search>
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none, hint: words.noneHint, action: add }}
      >
        <DataTable
          caption={words.caption}
          columns={configColumns({ isBusy: work.isBusy, onEdit: setEditing, onDelete: remove })}
          rows={list.data?.list}
          idOf={({ configId }) => configId}
          nameOf={({ configName }) => configName}
          page={page}
          busy={list.isPlaceholderData}
        />
      </ListRegion>
      <ConfigDialog editing={editing} onClose={() => setEditing(undefined)} />
    </>
  );
}
