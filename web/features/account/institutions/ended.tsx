import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { AccountFrame } from '../account-frame.tsx';
import styles from './institutions.module.css';

interface Props {
  title: string;
  body: string;
  /** A sentence more. */
  note?: string;
  /** The way on. */
  to: string;
  label: string;
}

/** A page without a form: what happened, and the way on. */
export function Ended({ title, body, note, to, label }: Props) {
  const main = useRef<HTMLDivElement>(null);
  useEffect(() => main.current?.focus(), []);
  return (
    <AccountFrame title={title} intro={body}>
      <div ref={main} tabIndex={-1} className={styles.ended}>
        {note !== undefined && <p>{note}</p>}
        <div className={styles.actions}>
          <Button component="a" href={to}>
            {label}
          </Button>
        </div>
      </div>
    </AccountFrame>
  );
}
