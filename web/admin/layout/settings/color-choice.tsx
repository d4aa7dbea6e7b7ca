import { tLayout } from '#texts/layout';
import { changeSettings, presets, useSettings } from './settings.ts';
import styles from './settings-drawer.module.css';

const words = tLayout.settings;

/** Decisions §8: shows the preset's own colour; the interface uses a shade of it with enough contrast. */
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
