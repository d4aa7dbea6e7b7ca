import type { ReactNode } from 'react';
import { t } from '#texts';
import { useOffline } from '../../ui/use-offline.ts';
import styles from './while-online.module.css';

/**
 * Look, "States": what changes something is switched off while offline, and says why. A fieldset does both for
 * whatever is in it: the browser disables its controls, and a screen reader hears its name with each of them.
 */
export function WhileOnline({ children }: { children: ReactNode }) {
  const offline = useOffline();
  return (
    <fieldset
      className={styles.group}
      disabled={offline}
      {...(offline
        ? { 'aria-label': t.admin.whileOffline, title: t.admin.whileOffline }
        : { role: 'presentation' })}
    >
      {children}
    </fieldset>
  );
}
