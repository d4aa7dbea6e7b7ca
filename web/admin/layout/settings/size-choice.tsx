import { tLayout } from '#texts/layout';
import styles from './settings-drawer.module.css';
import { setSize, sizes, useSize } from './size.ts';

const words = tLayout.size;

/** The size selector on a mobile. */
export function SizeChoice() {
  const chosen = useSize();
  return (
    <fieldset className={styles.sizes}>
      <legend>{words.label}</legend>
      {sizes.map((size) => (
        <label key={size} className={styles.size}>
          <input
            type="radio"
            name="control-size"
            className={styles.radio}
            checked={chosen === size}
            onChange={() => setSize(size)}
          />
          <span className={styles.sizeName}>{words.names[size]}</span>
        </label>
      ))}
    </fieldset>
  );
}
