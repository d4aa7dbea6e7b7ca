import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { tLayout } from '#texts/layout';
import hidden from '../../../ui/hidden.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { lazyPart } from '../lazy-part.tsx';
import styles from './search.module.css';

const words = tLayout.search;
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

// A lazy chunk with Fuse and the combobox.
const Dialog = lazyPart(() => import('./search-dialog.tsx').then(({ SearchDialog }) => SearchDialog));

/** §2, header search: a button, and Ctrl-K or Cmd-K anywhere, in a field too. */
export function HeaderSearch() {
  const [open, setOpen] = useState(false);
  useHotkeys([['mod+K', () => setOpen(true)]], []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        // Rendered by CSS: not part of the button's accessible name.
        data-keys={isApple ? '⌘ K' : 'Ctrl K'}
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className={styles.short}>{words.short}</span>
        <span className={hidden.hidden}>{words.rest}</span>
      </button>
      <Dialog opened={open} onClose={() => setOpen(false)} />
    </>
  );
}
