import { tLayout } from '#texts/layout';
import { changeSettings, presets, useSettings } from './settings.ts';
import styles from './settings-drawer.module.css';

const words = tLayout.settings;

/** Decisions §8: the preset's own colour is what is shown here; what is drawn with it has a shade that can be read. */
export function ColorChoice() {
  const { themeColor } = useSettings();
  return (
    <fieldset className={styles.part}>
      <legend className={styles.title}>
        {words.color} <code className={styles.chosen}>{themeColor}</code>
      </legend>
      <div className={styles.colors}>
        {presets.map((preset, index) => (
          <label key={preset} className={styles.color} title={preset}>
            <input
              type="radio"
              name="theme-color"
              className={styles.radio}
              aria-label={`${words.colors[index]} ${preset}`}
              checked={themeColor === preset}
              onChange={() => changeSettings({ themeColor: preset })}
            />
            <span className={styles.swatch} style={{ background: preset }} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
