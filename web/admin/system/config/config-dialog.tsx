import { Anchor, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { tSystem } from '#texts/system';
import { addConfig, type ConfigEntry, updateConfig } from '../../../../contract/configuration.ts';
import { call } from '../../../api/call.ts';
import { titleOf } from '../../../paths.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
import forms from '../../layout/form.module.css';
import { screenOf, useRefreshConfig } from './config.query.ts';

const words = tSystem.config;

export type Editing = ConfigEntry | 'new';

export function ConfigDialog({ editing, onClose }: { editing: Editing | undefined; onClose(): void }) {
  return (
    <CallDialog
      about={editing}
      title={(entry) => (entry === 'new' ? words.addTitle : tSystem.editOf(entry.configName))}
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
    >
      {(entry) => <ConfigForm entry={entry === 'new' ? undefined : entry} onClose={onClose} />}
    </CallDialog>
  );
}

const valuesOf = (entry: ConfigEntry | undefined) => ({
  configName: entry?.configName ?? '',
  configKey: entry?.configKey ?? '',
  configValue: entry?.configValue ?? '',
  isPublic: entry?.isPublic ? 'yes' : '',
  remark: entry?.remark ?? '',
});

/** What a built-in entry that is one of them may be: chosen, since another word would be refused. */
const SWITCH = ['true', 'false'] as const;

function ConfigForm({ entry, onClose }: { entry: ConfigEntry | undefined; onClose(): void }) {
  const refresh = useRefreshConfig();
  const builtIn = entry?.configType === 'Y';
  const isSwitch = builtIn && SWITCH.some((value) => value === entry.configValue);
  const ownScreen = entry && screenOf(entry.configKey);
  const { form, field, ...sending } = useCallForm({
    initial: valuesOf(entry),
    draft: `config:${entry?.configId ?? 'new'}`,
    check: (values) => missing(values, words.missing),
    async send({ isPublic, configKey, ...values }) {
      const body = { ...values, isPublic: isPublic === 'yes' };
      if (entry) {
        const { configId, updatedAt } = entry;
        await call(updateConfig, { body: { configId, updatedAt, ...body } });
      } else await call(addConfig, { body: { configKey, configType: 'N', ...body } });
      notifications.show({ color: 'ok', message: (entry ? words.changed : words.added)(values.configName) });
      await refresh();
      onClose();
    },
  });
  return (
    <CallDialogForm {...sending} onClose={onClose}>
      {ownScreen && (
        <p className={forms.note}>
          <Anchor component={Link} to={ownScreen} inherit underline="always">
            {words.ownScreen(titleOf(ownScreen))}
          </Anchor>
        </p>
      )}
      <TextInput {...field('configName')} label={words.name} data-autofocus={!entry || undefined} />
      <TextInput
        {...field('configKey')}
        label={words.key}
        description={entry ? words.keyFixed : words.keyHint}
        readOnly={entry !== undefined}
        variant={entry ? 'filled' : 'default'}
        spellCheck={false}
        autoCapitalize="none"
      />
      {isSwitch ? (
        <NativeSelect {...field('configValue')} label={words.value} data={[...SWITCH]} data-autofocus />
      ) : (
        <Textarea
          {...field('configValue')}
          label={words.value}
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          data-autofocus={entry ? true : undefined}
        />
      )}
      <Checkbox
        label={words.isPublic}
        description={builtIn ? words.publicFixed : words.publicHint}
        disabled={builtIn}
        checked={form.values.isPublic === 'yes'}
        onChange={(event) => form.setFieldValue('isPublic', event.currentTarget.checked ? 'yes' : '')}
      />
      <Textarea {...field('remark')} label={tSystem.remark} rows={2} />
    </CallDialogForm>
  );
}
