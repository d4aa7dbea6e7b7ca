import { ActionIcon, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { tVersions } from '#texts/versions';
import { Icon } from '../../../ui/icon.tsx';
import { useNextFocus } from '../../../ui/use-next-focus.ts';
import styles from './about.module.css';
import { type Row, rowsOf, textOf } from './rows.ts';

const words = tVersions.moreAbout;

export interface RowColumn {
  name: string;
  label: string;
  placeholder?: string;
  choices?: { value: string; label: string }[];
}

/** One list of the form. Paths are those of errors: `0.orcid`. */
export interface ListField {
  value: string;
  /** Of the list as a whole. */
  error: string | undefined;
  onChange(value: string): void;
  errorOf(path: string): string | undefined;
  /** Forgets the error of one field, or of all. */
  clear(path?: string): void;
  idOf(path: string): string;
}

interface Props {
  list: ListField;
  words: { title: string; hint: string; one: string; add: string };
  columns: readonly RowColumn[];
  blank: Row;
  className: string | undefined;
  /** Another way to begin, while the list is empty. */
  take?: { label: string; rows: readonly Row[] };
}

/** A list of rows of text fields; a row is added and removed by buttons, and the focus follows. */
export function RowsField({ list, words: of, columns, blank, className, take }: Props) {
  const rows = rowsOf(list.value);
  const wanted = useNextFocus();
  const first = columns[0]?.name ?? '';
  const addId = list.idOf('add');
  const removeId = (index: number) => list.idOf(`${index}.remove`);

  const change = (index: number, name: string, value: string) => {
    list.clear(`${index}.${name}`);
    list.onChange(textOf(rows.map((row, at) => (at === index ? { ...row, [name]: value } : row))));
  };
  const set = (next: readonly Row[], focus: string) => {
    wanted.current = focus;
    list.onChange(textOf(next));
  };
  const remove = (index: number) => {
    list.clear();
    const next = rows.filter((_, at) => at !== index);
    set(next, next.length === 0 ? addId : removeId(Math.min(index, next.length - 1)));
  };

  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{of.title}</legend>
      <p className={styles.hint}>{of.hint}</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its fields are controlled
        <fieldset key={index} aria-label={words.item(of.one, index + 1)} className={styles.row}>
          <div className={`${styles.cells} ${className}`}>
            {columns.map(({ name, label, placeholder, choices }) => {
              const props = {
                id: list.idOf(`${index}.${name}`),
                label,
                value: row[name] ?? '',
                error: list.errorOf(`${index}.${name}`),
                onChange: (event: { currentTarget: { value: string } }) =>
                  change(index, name, event.currentTarget.value),
              };
              return choices ? (
                <NativeSelect key={name} {...props} data={choices} />
              ) : (
                <TextInput key={name} {...props} placeholder={placeholder} spellCheck={false} />
              );
            })}
          </div>
          <ActionIcon
            id={removeId(index)}
            className={styles.remove}
            variant="subtle"
            color="neutral"
            aria-label={words.remove(of.one, index + 1)}
            onClick={() => remove(index)}
          >
            <Icon name="cross" />
          </ActionIcon>
        </fieldset>
      ))}
      {list.error !== undefined && (
        <Text size="sm" c="error">
          {list.error}
        </Text>
      )}
      <Group gap="sm">
        <Button
          id={addId}
          size="xs"
          variant="default"
          onClick={() => set([...rows, blank], list.idOf(`${rows.length}.${first}`))}
        >
          {of.add}
        </Button>
        {take && rows.length === 0 && take.rows.length > 0 && (
          <Button size="xs" variant="default" onClick={() => set(take.rows, list.idOf(`0.${first}`))}>
            {take.label}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
