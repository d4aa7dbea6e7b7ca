import { useFullscreenDocument } from '@mantine/hooks';
import { tLayout } from '#texts/layout';
import { Icon } from '../../ui/icon.tsx';
import styles from './navbar.module.css';

/** §2, fullscreen toggle; absent where the browser does not support it. */
export function FullscreenButton() {
  const { fullscreen, toggle } = useFullscreenDocument();
  if (!document.fullscreenEnabled) return null;
  const words = fullscreen ? tLayout.fullscreen.leave : tLayout.fullscreen.enter;
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={words}
      title={words}
      onClick={() => void toggle()}
    >
      <Icon name={fullscreen ? 'shrink' : 'enlarge'} />
    </button>
  );
}
