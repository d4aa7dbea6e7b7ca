import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { addConfig, type ConfigEntry, deleteConfig } from '../../../../contract/configuration.ts';
import { call } from '../../../api/call.ts';
import { paths, titleOf } from '../../../paths.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { KeywordFilter } from '../../../ui/mantine/table/keyword-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import forms from '../../layout/form.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import { configQuery, configSpec, configTypes, useRefreshConfig } from './config.query.ts';
import { configColumns } from './config-columns.tsx';
import { ConfigDialog, type Editing } from './config-dialog.tsx';

const words = tSystem.config;

/** Decisions §7 /admin/system/config. */
export function Component() {
  const list = useList(configSpec, configQuery);
  const [editing, setEditing] = useState<Editing>();
  const work = useWork();
  const refresh = useRefreshConfig();
  const add = (variant: 'filled' | 'default') => (
    <Allowed {...toCall(addConfig)}>
      <Button variant={variant} onClick={() => setEditing('new')}>
        {words.add}
      </Button>
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
        <PageHead title={titleOf(paths.adminConfig)}>{add('filled')}</PageHead>
        <p className={forms.note}>{words.intro}</p>
      </div>
      <ListScreen
        list={list}
        filters={
          <>
            {(['configName', 'configKey'] as const).map((name) => (
              <KeywordFilter
                key={name}
                list={list}
                name={name}
                label={name === 'configName' ? words.name : words.key}
                width={200}
                maxLength={100}
              />
            ))}
            <ChoiceFilter
              list={list}
              name="configType"
              label={words.type}
              choices={configTypes}
              names={words.typeName}
            />
          </>
        }
        none={{ title: words.none, hint: words.noneHint, action: add('default') }}
        caption={words.caption}
        columns={configColumns({ isBusy: work.isBusy, onEdit: setEditing, onDelete: remove })}
        idOf={({ configId }) => configId}
        nameOf={({ configName }) => configName}
      />
      <ConfigDialog editing={editing} onClose={() => setEditing(undefined)} />
    </>
  );
}
