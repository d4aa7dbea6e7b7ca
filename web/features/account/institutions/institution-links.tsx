import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { tInstitutions as words } from '#texts/institutions';
import { type Institution, listInstitutions } from '../../../../contract/institutions.ts';
import { call } from '../../../api/call.ts';
import styles from './institutions.module.css';
import { startAddress } from './start-address.ts';

/**
 * Links to the configured institutions; nothing where there is none, or they cannot be loaded: the form works.
 * @param above before a long form, which they make needless
 */
export function InstitutionLinks({ above = false }: { above?: boolean }) {
  const [search] = useSearchParams();
  const [list, setList] = useState<Institution[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    call(listInstitutions, { quiet: true, signal: leaving.signal }).then(setList, () => undefined);
    return () => leaving.abort();
  }, []);
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
          href={startAddress(id, search.get('redirect'))}
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
