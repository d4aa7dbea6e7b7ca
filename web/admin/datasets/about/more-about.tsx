import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { tVersions } from '#texts/versions';
import { columnsVisibilities, filesVisibilities, relations } from '../../../../contract/releases.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { DatasetValues } from '../dataset-form-data.ts';
import styles from './about.module.css';
import { authorsAsRows, type ListName, rowsOf } from './rows.ts';
import { type ListField, type RowColumn, RowsField } from './rows-field.tsx';

const words = tVersions.moreAbout;

const name: RowColumn = { name: 'name', label: words.name };
const ror: RowColumn = { name: 'ror', label: words.ror, placeholder: '05dxps055' };
const authorColumns: RowColumn[] = [
  name,
  { name: 'orcid', label: words.orcid, placeholder: '0000-0002-1825-0097' },
  { name: 'affiliation', label: words.affiliation },
  ror,
];
const funderColumns: RowColumn[] = [name, ror, { name: 'award', label: words.award }];
const workColumns: RowColumn[] = [
  {
    name: 'relation',
    label: words.relation,
    choices: relations.map((value) => ({ value, label: words.relations[value] })),
  },
  { name: 'doi', label: words.workDoi, placeholder: '10.1234/5678' },
];

/** What is filled in, in a line: the closed group must not hide it. */
function summaryOf(values: DatasetValues): string {
  const counted = (list: ListName, said: (count: number) => string) => {
    const { length } = rowsOf(values[list]);
    return length === 0 ? [] : [said(length)];
  };
  return [
    ...(values.doi || values.conceptDoi ? [values.doi || values.conceptDoi] : []),
    ...counted('authorList', words.authorCount),
    ...counted('funders', words.funderCount),
    ...counted('relatedWorks', words.workCount),
    ...(values.note ? [words.noteIs] : []),
    ...(values.filesVisible === 'approved' ? [words.hiddenNames] : []),
    ...(values.columnsVisible === 'public' ? [words.publicColumns] : []),
    ...(values.embargoUntil ? [tVersions.state.embargo(values.embargoUntil)] : []),
  ].join(' · ');
}

interface Props {
  values: DatasetValues;
  field(name: keyof DatasetValues): Record<string, unknown>;
  list(name: ListName): ListField;
  /** Whether a field in here has an error. */
  wrong: boolean;
}

/** The part of the form that few need: closed until it is asked for, or something in it is wrong. */
export function MoreAbout({ values, field, list, wrong }: Props) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  return (
    <details
      className={styles.more}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon name="chevron" />
        <span>
          <span className={styles.title}>{words.title}</span>
          <span className={styles.hint}>{summaryOf(values) || words.hint}</span>
        </span>
      </summary>
      {open && (
        <div className={styles.body}>
          <Textarea {...field('note')} label={words.note} description={words.noteHint} rows={2} />
          <TextInput
            {...field('embargoUntil')}
            type="date"
            label={words.embargo}
            description={words.embargoHint}
            className={styles.date}
          />
          <NativeSelect
            {...field('filesVisible')}
            label={words.filesVisible}
            description={words.filesVisibleHint}
            data={filesVisibilities.map((value) => ({ value, label: words.visibleTo[value] }))}
          />
          <NativeSelect
            {...field('columnsVisible')}
            label={words.columnsVisible}
            description={words.columnsVisibleHint}
            data={columnsVisibilities.map((value) => ({ value, label: words.visibleTo[value] }))}
          />
          <div className={styles.pair}>
            <TextInput {...field('doi')} label={words.doi} description={words.doiHint} spellCheck={false} />
            <TextInput
              {...field('conceptDoi')}
              label={words.conceptDoi}
              description={words.conceptDoiHint}
              spellCheck={false}
            />
          </div>
          <RowsField
            list={list('authorList')}
            words={words.authors}
            columns={authorColumns}
            blank={{ name: '' }}
            className={styles.authors}
            take={{ label: words.authors.take, rows: authorsAsRows(values.authors) }}
          />
          <RowsField
            list={list('funders')}
            words={words.funders}
            columns={funderColumns}
            blank={{ name: '' }}
            className={styles.funders}
          />
          <RowsField
            list={list('relatedWorks')}
            words={words.works}
            columns={workColumns}
            blank={{ doi: '', relation: 'IsSupplementTo' }}
            className={styles.works}
          />
        </div>
      )}
    </details>
  );
}
