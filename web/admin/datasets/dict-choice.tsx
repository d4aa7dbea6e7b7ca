import { Autocomplete } from '@mantine/core';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import styles from './datasets.module.css';

interface Props {
  field: Record<string, unknown>;
  label: string;
  entries: readonly DictEntry[];
  /** Values in use that are not in the dictionary. */
  others?: readonly string[];
  disabled: boolean;
}

/**
 * A text field with the dictionary's entries as suggestions, by value and by label (decisions §7); free text is
 * allowed.
 */
export function DictChoice({ field, label, entries, others = [], disabled }: Props) {
  const labels = new Map(entries.map(({ dictValue, dictLabel }) => [dictValue, dictLabel]));
  return (
    <Autocomplete
      {...field}
      label={label}
      data={[...new Set([...labels.keys(), ...others])]}
      disabled={disabled}
      // Matches labels, too: "attribution" finds CC-BY-4.0.
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
