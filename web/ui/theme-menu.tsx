import { useState, useSyncExternalStore } from 'react';
import { readTheme, setTheme, type Theme, themes } from './theme.ts';
import classes from './theme-menu.module.css';

const icons: Record<Theme, string> = {
  system: 'M3 4.5h14v9H3zM7 17h6M10 13.5V17',
  light:
    'M10 6.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M4 16l1.4-1.4M14.6 5.4L16 4',
  dark: 'M16.5 12A7 7 0 018 3.5 7 7 0 1016.5 12z',
};

const never = () => () => {};

/** One button that cycles through system, light and dark; its name has the current choice. */
export function ThemeMenu({ label, names }: { label: string; names: Record<Theme, string> }) {
  // Read after hydration only: server-rendered pages are shared.
  const stored = useSyncExternalStore(never, readTheme, () => 'system' as const);
  const [chosen, choose] = useState<Theme>();
  const theme = chosen ?? stored;
  const step = () => {
    const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';
    setTheme(next);
    choose(next);
  };
  const words = `${label}: ${names[theme]}`;
  return (
    <button
      className={classes.button}
      type="button"
      data-needs="script"
      onClick={step}
      aria-label={words}
      title={words}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={icons[theme]} />
      </svg>
    </button>
  );
}
