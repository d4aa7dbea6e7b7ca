import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { tInstitutions as words } from '#texts/institutions';
import type { Institution } from '../../../contract/institutions.ts';
import styles from './sign-in-links.module.css';

interface Props {
  /** Must be stable: a new one loads again. */
  load(signal: AbortSignal): Promise<readonly Institution[]>;
  addressOf(id: string): string;
  /** Before a long form, which they make needless, instead of below it. */
  above?: boolean;
}

/** Links to the institutions beside a form; nothing where there is none, or they cannot be loaded. */
export function SignInLinks({ load, addressOf, above = false }: Props) {
  const [list, setList] = useState<readonly Institution[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal).then(setList, () => undefined);
    return () => leaving.abort();
  }, [load]);
  if (list.length === 0) return null;
  return (
    <section className={`${styles.ways} ${above ? styles.above : ''}`} aria-labelledby="institutions-or">
      <h2 className={styles.or} id="institutions-or">
        {above ? words.instead : words.or}
      </h2>
      {list.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={addressOf(id)}
          variant="default"
          size="md"
          fullWidth
          className={styles.way}
        >
          {words.signInWith(name)}
        </Button>
      ))}
    </section>
  );
}
