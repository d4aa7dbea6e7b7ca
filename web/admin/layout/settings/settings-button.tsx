import { useState } from 'react';
import { tLayout } from '#texts/layout';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import styles from '../navbar.module.css';
import type { Device } from '../sidebar/sidebar-state.ts';

const Drawer = lazyPart(() => import('./settings-drawer.tsx').then(({ SettingsDrawer }) => SettingsDrawer));

/** §9: the settings panel is on by default; there is no switch, since it could not be turned on again. */
export function SettingsButton({ device }: { device: Device }) {
  const [open, setOpen] = useState(false);
  const words = tLayout.settings.open;
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={words}
        title={words}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="settings" />
      </button>
      <Drawer device={device} opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
