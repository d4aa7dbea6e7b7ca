import { Autocomplete, Checkbox, Group, Radio, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { tSystem } from '#texts/system';
import { addDictData, updateDictData } from '../../../../contract/dictionary.ts';
import type { DictEntry } from '../../../../contract/dictionary-entry.ts';
import { call } from '../../../api/call.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
import { useRefreshDict } from './dict.query.ts';
import { bodyOf, checkEntry, newEntry, valuesOf } from './entry-values.ts';

const words = tSystem.dict;

/** The entry to change, or the type of a new one. */
export type Editing = { entry: DictEntry } | { type: string };

interface Props {
  editing: Editing | undefined;
  types: readonly string[];
  onClose(): void;
}

export function EntryDialog({ editing, types, onClose }: Props) {
  return (
    <CallDialog
      about={editing}
      title={(what) => ('entry' in what ? tSystem.editOf(what.entry.dictLabel) : words.addTitle)}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {(what) => <EntryForm editing={what} types={types} onClose={onClose} />}
    </CallDialog>
  );
}

function EntryForm({ editing, types, onClose }: Props & { editing: Editing }) {
  const refresh = useRefreshDict();
  const entry = 'entry' in editing ? editing.entry : undefined;
  const { form, field, ...sending } = useCallForm({
    initial: entry ? valuesOf(entry) : newEntry('type' in editing ? editing.type : ''),
    draft: `dict:${entry?.dictCode ?? 'new'}`,
    check: checkEntry,
    async send(values) {
      const body = bodyOf(values);
      if (entry) {
        const { dictCode, updatedAt } = entry;
        await call(updateDictData, { body: { dictCode, updatedAt, ...body } });
      } else await call(addDictData, { body });
      notifications.show({ color: 'ok', message: (entry ? words.changed : words.added)(body.dictLabel) });
      await refresh();
      onClose();
    },
  });
  return (
    <CallDialogForm {...sending} onClose={onClose}>
      <Autocomplete
        {...field('dictType')}
        label={words.type}
        description={words.typeHint}
        data={[...types]}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextInput {...field('dictLabel')} label={words.label} description={words.labelHint} data-autofocus />
      <TextInput
        {...field('dictValue')}
        label={words.value}
        description={words.valueHint}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextInput
        {...field('dictSort')}
        label={words.sort}
        description={words.sortHint}
        inputMode="numeric"
        styles={{ input: { maxWidth: 120 } }}
      />
      <Radio.Group {...field('status')} label={words.status}>
        <Group gap="lg">
          {(['0', '1'] as const).map((status) => (
            <Radio key={status} value={status} label={words.statusName[status]} />
          ))}
        </Group>
      </Radio.Group>
      <Checkbox
        label={words.isDefault}
        description={words.defaultHint}
        checked={form.values.isDefault === 'yes'}
        onChange={(event) => form.setFieldValue('isDefault', event.currentTarget.checked ? 'yes' : '')}
      />
      <Textarea {...field('remark')} label={tSystem.remark} rows={2} />
    </CallDialogForm>
  );
}
