import { tLayout } from '#texts/layout';
import { changeSettings, useSettings } from './settings.ts';
import styles from './settings-drawer.module.css';

const words = tLayout.settings;

/** The sidebar's style, each with a thumbnail of the layout. */
export function StyleChoice() {
  const { themeStyle } = useSettings();
  return (
    <fieldset className={styles.part}>
      <legend className={styles.title}>{words.style}</legend>
      <div className={styles.styles}>
        {(['dark', 'light'] as const).map((style) => (
          <label key={style} className={styles.style}>
            <input
              type="radio"
              name="theme-style"
              className={styles.radio}
              checked={themeStyle === style}
              onChange={() => changeSettings({ themeStyle: style })}
            />
            <span className={styles.sketch} data-style={style} aria-hidden="true" />
            {words.styles[style]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
