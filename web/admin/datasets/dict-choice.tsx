import { Autocomplete } from '@mantine/core';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import styles from './datasets.module.css';

interface Props {
  field: Record<string, unknown>;
  label: string;
  entries: readonly DictEntry[];
  /** In use without being in the dictionary. */
  others?: readonly string[];
  disabled: boolean;
}

/** A text whose usual values the dictionary offers, by value and by label (decisions §7); another may be typed. */
export function DictChoice({ field, label, entries, others = [], disabled }: Props) {
  const labels = new Map(entries.map(({ dictValue, dictLabel }) => [dictValue, dictLabel]));
  return (
    <Autocomplete
      {...field}
      label={label}
      data={[...new Set([...labels.keys(), ...others])]}
      disabled={disabled}
      // What is typed may stand in the label: "attribution" finds CC-BY-4.0.
      filter={({ options, search }) => {
        const wanted = search.trim().toLowerCase();
        return options.filter(
          (option) =>
            'value' in option &&
            `${option.value} ${labels.get(option.value) ?? ''}`.toLowerCase().includes(wanted),
        );
      }}
      renderOption={({ option: { value } }) => (
        <span>
          {value}
          {labels.has(value) && labels.get(value) !== value && (
            <span className={styles.choiceLabel}>{labels.get(value)}</span>
          )}
        </span>
      )}
    />
  );
}
