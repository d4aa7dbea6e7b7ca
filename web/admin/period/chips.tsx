import hidden from '../../ui/hidden.module.css';
import styles from './chips.module.css';

interface Props<Name extends string> {
  label: string;
  names: readonly Name[];
  titleOf(name: Name): string;
  chosen: Name | undefined;
  onChoose(name: Name): void;
}

/** A radio-like group of toggle buttons; aria-pressed marks the chosen one. */
export function Chips<Name extends string>({ label, names, titleOf, chosen, onChoose }: Props<Name>) {
  return (
    <fieldset className={styles.chips}>
      <legend className={hidden.hidden}>{label}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className={styles.chip}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          {titleOf(name)}
        </button>
      ))}
    </fieldset>
  );
}
