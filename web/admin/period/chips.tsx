import hidden from '../../ui/hidden.module.css';
import styles from './chips.module.css';

interface Props<Name extends string> {
  label: string;
  names: readonly Name[];
  titleOf(name: Name): string;
  chosen: Name | undefined;
  onChoose(name: Name): void;
}

/** One of a few, with one click each; a pressed button says which is in use. */
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
