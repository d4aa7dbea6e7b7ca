import type { UseFormReturnType } from '@mantine/form';
import type { DatasetValues } from '../dataset-form-data.ts';
import styles from '../datasets.module.css';
import { MoreAbout } from './more-about.tsx';
import type { ListName } from './rows.ts';
import type { ListField } from './rows-field.tsx';

const names: readonly (keyof DatasetValues)[] = [
  'note',
  'embargoUntil',
  'filesVisible',
  'columnsVisible',
  'doi',
  'conceptDoi',
  'authorList',
  'funders',
  'relatedWorks',
];

interface Props {
  form: UseFormReturnType<DatasetValues>;
  field(name: keyof DatasetValues): Record<string, unknown>;
  idOf(path: string): string;
  disabled: boolean;
}

/** "More about it" of a dataset's form. */
export function AboutFields({ form, field, idOf, disabled }: Props) {
  const list = (name: ListName): ListField => ({
    value: form.values[name],
    error: messageOf(form.errors[name]),
    onChange: (value) => form.setFieldValue(name, value),
    errorOf: (path) => messageOf(form.errors[`${name}.${path}`]),
    clear(path) {
      for (const key of Object.keys(form.errors))
        if (path === undefined ? key.startsWith(name) : key === `${name}.${path}`) form.clearFieldError(key);
    },
    idOf: (path) => idOf(path === 'add' ? name : `${name}.${path}`),
  });
  const wrong = Object.keys(form.errors).some((key) => names.some((name) => name === key.split('.')[0]));
  return (
    <fieldset disabled={disabled} className={styles.fields}>
      <MoreAbout values={form.values} field={field} list={list} wrong={wrong} />
    </fieldset>
  );
}

const messageOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);
