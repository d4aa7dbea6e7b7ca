import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { en } from '../../../texts/en.ts';
import type { DatasetValues } from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { modalitiesQuery } from './datasets.query.ts';

const words = en.admin.datasets;

type FieldProps = (name: keyof DatasetValues) => Record<string, unknown>;

/** The text fields of a dataset, for adding and for editing. */
export function DatasetFields({ field, disabled }: { field: FieldProps; disabled: boolean }) {
  const modalities = useQuery(modalitiesQuery);
  return (
    <fieldset disabled={disabled} className={styles.fields}>
      <div className={styles.pair}>
        <TextInput {...field('name')} label={words.name} />
        <TextInput {...field('version')} label={words.version} />
      </div>
      <Autocomplete
        {...field('modalityName')}
        label={words.modality}
        data={modalities.data?.map(({ name }) => name) ?? []}
        disabled={disabled}
      />
      <TextInput {...field('path')} label={words.path} description={words.pathHint} spellCheck={false} />
      <Textarea {...field('detail')} label={words.detail} description={words.detailHint} rows={5} />
      <TextInput {...field('license')} label={words.license} />
      <TextInput {...field('authors')} label={words.authors} description={words.authorsHint} />
      <Textarea {...field('citation')} label={words.citation} rows={2} />
      <TextInput {...field('keywords')} label={words.keywords} description={words.keywordsHint} />
    </fieldset>
  );
}
