import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { tAccount as words } from '#texts/account';
import hidden from '../../ui/hidden.module.css';
import skeleton from '../../ui/skeleton.module.css';
import styles from './region.module.css';
import type { Loaded } from './use-loaded.ts';

interface Props<Data> {
  loaded: Loaded<Data>;
  failed: string;
  /** Lines of the placeholder: about the height of the content. */
  lines?: number;
  children(data: Data): ReactNode;
}

/** A region's three states: loading (blank for 200 ms), failed with Retry, loaded. */
export function Region<Data>({ loaded, failed, lines = 3, children }: Props<Data>) {
  const { data, error, busy, reload } = loaded;
  if (error !== undefined && !busy) {
    return (
      <div className={styles.failure} role="alert">
        <p>
          <strong>{failed}</strong> {error}
        </p>
        <Button variant="default" size="sm" onClick={reload}>
          {words.retry}
        </Button>
      </div>
    );
  }
  if (data !== undefined) return <div aria-busy={busy}>{children(data)}</div>;
  return (
    <div className={`${skeleton.skeleton} ${styles.lines}`} aria-busy="true">
      <span className={hidden.hidden}>{words.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
        <div key={index} className={`${skeleton.block} ${styles.line}`} />
      ))}
    </div>
  );
}
