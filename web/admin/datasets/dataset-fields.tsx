import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import type { DatasetValues } from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { choicesQuery, modalitiesQuery } from './datasets.query.ts';
import { DictChoice } from './dict-choice.tsx';

const words = t.admin.datasets;

type FieldProps = (name: keyof DatasetValues) => Record<string, unknown>;

interface Props {
  field: FieldProps;
  disabled: boolean;
  /** Fields that cannot change any more, and why. */
  fixed?: { version?: string | undefined; path?: string | undefined };
}

/** Still to be selected and copied, which a disabled field is not. */
const fixedProps = (why: string | undefined): TextInputProps =>
  why === undefined
    ? {}
    : {
        readOnly: true,
        required: false,
        variant: 'filled',
        description: why,
        // Below it: what is beside it stays level.
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      };

/** The text fields of a dataset, for adding and for editing. */
export function DatasetFields({ field, disabled, fixed = {} }: Props) {
  const inUse = useQuery(modalitiesQuery).data ?? [];
  const modalities = useQuery(choicesQuery('modality')).data ?? [];
  const licenses = useQuery(choicesQuery('license')).data ?? [];
  return (
    <fieldset disabled={disabled} className={styles.fields}>
      <div className={styles.pair}>
        <TextInput {...field('name')} label={words.name} />
        <TextInput {...field('version')} label={words.version} {...fixedProps(fixed.version)} />
      </div>
      <DictChoice
        field={field('modalityName')}
        label={words.modality}
        entries={modalities}
        others={inUse.map(({ name }) => name)}
        disabled={disabled}
      />
      <TextInput
        {...field('path')}
        label={words.path}
        description={words.pathHint}
        spellCheck={false}
        {...fixedProps(fixed.path)}
      />
      <Textarea {...field('detail')} label={words.detail} description={words.detailHint} rows={5} />
      <DictChoice field={field('license')} label={words.license} entries={licenses} disabled={disabled} />
      <TextInput {...field('authors')} label={words.authors} description={words.authorsHint} />
      <Textarea {...field('citation')} label={words.citation} rows={2} />
      <TextInput {...field('keywords')} label={words.keywords} description={words.keywordsHint} />
    </fieldset>
  );
}
