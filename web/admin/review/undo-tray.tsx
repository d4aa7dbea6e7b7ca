import { Button } from '@mantine/core';
import { tReview as words } from '#texts/review';
import { useStore } from '../../ui/store.ts';
import { WhileOnline } from '../access/while-online.tsx';
import { undoables } from './undo-store.ts';
import styles from './undo-tray.module.css';

/**
 * Decisions whose mails are delayed, each with Undo. Not a notification: those hide older ones, and stay under the
 * pointer for longer than Undo works.
 */
export function UndoTray() {
  const open = useStore(undoables);
  return (
    <section className={styles.tray} data-keep-clear aria-label={words.decisions} aria-live="polite">
      {open.map(({ id, what, until, undo }) => (
        <div key={id} className={styles.decision}>
          <div className={styles.words}>
            <strong>{what}</strong>
            <span>{words.mailWaits}</span>
          </div>
          <WhileOnline>
            <Button size="xs" variant="default" aria-label={words.undoOf(what)} onClick={undo}>
              {words.undo}
            </Button>
          </WhileOnline>
          <span
            className={styles.time}
            aria-hidden
            ref={(bar) => bar?.style.setProperty('animation-duration', `${until - Date.now()}ms`)}
          />
        </div>
      ))}
    </section>
  );
}
