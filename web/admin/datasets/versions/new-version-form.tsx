import { NativeSelect, Skeleton, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { tVersions } from '#texts/versions';
import { type AdminVersion, newVersion } from '../../../../contract/dataset-versions.ts';
import { call } from '../../../api/call.ts';
import { missing } from '../../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../../ui/mantine/form/use-call-form.ts';
import { CallDialogForm } from '../../layout/call-dialog.tsx';
import forms from '../../layout/form.module.css';
import { useRefreshDatasets } from '../datasets.query.ts';
import type { About } from './asked.ts';
import { suggestVersion } from './suggest-version.ts';
import { versionsQuery } from './versions.query.ts';

const words = tVersions.make;

interface Props {
  about: About;
  onClose(): void;
  /** Called with the id of the new draft. */
  onMade(id: string): void;
}

/** A draft of the same lineage with the files of a version (releases.md, "newVersion"). */
export function NewVersionForm(props: Props) {
  const { data, isError } = useQuery(versionsQuery(props.about.id));
  if (isError && !data)
    return (
      <Text size="sm" role="alert">
        {tVersions.failed}
      </Text>
    );
  if (!data) return <Skeleton height={200} aria-busy />;
  return <MakeForm {...props} versions={data.versions} />;
}

function MakeForm({ about, onClose, onMade, versions }: Props & { versions: readonly AdminVersion[] }) {
  const refresh = useRefreshDatasets();
  const taken = versions.map(({ version }) => version);
  const bases = versions.filter(({ filesPurged }) => !filesPurged);
  const suggested = (id: string) =>
    suggestVersion(versions.find((version) => version.id === id)?.version ?? '', taken);
  const { form, field, ...sending } = useCallForm({
    initial: { base: about.id, version: suggested(about.id), note: '' },
    check: (values) => [
      ...missing(values, { version: words.missing }),
      ...(taken.includes(values.version.trim())
        ? [{ path: 'version', message: words.taken(values.version.trim()) }]
        : []),
    ],
    async send({ base, version, note }) {
      const { id } = await call(newVersion, { params: { id: base }, body: { version, note } });
      notifications.show({ color: 'ok', message: words.made(`${about.name} ${version.trim()}`) });
      await refresh();
      onMade(id);
    },
  });
  const onBase = (base: string) => {
    const isOwn = form.values.version !== suggested(form.values.base);
    form.setValues(isOwn ? { base } : { base, version: suggested(base) });
  };
  return (
    <CallDialogForm {...sending} submit={words.submit} onClose={onClose}>
      <Text size="sm">{words.what}</Text>
      {bases.length > 1 && (
        <NativeSelect
          {...field('base')}
          onChange={(event) => onBase(event.currentTarget.value)}
          label={words.from}
          className={forms.narrow}
          data={bases.map(({ id, version, status }) => ({
            value: id,
            label: status === 'published' ? version : `${version} (${tVersions.state[status]})`,
          }))}
        />
      )}
      <TextInput {...field('version')} label={words.version} className={forms.narrow} data-autofocus />
      <Textarea {...field('note')} label={words.note} description={words.noteHint} rows={3} />
    </CallDialogForm>
  );
}
