import { Button } from '@mantine/core';
import { useState } from 'react';
import { tAccount } from '#texts/account';
import { tInstitutions } from '#texts/institutions';
import { exportAccount } from '../../../../contract/own-account.ts';
import { CallError, callFile } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { paths } from '../../../paths.ts';
import styles from '../../../ui/row-list.module.css';
import { saveBlob } from '../../../ui/save-blob.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Section } from './section.tsx';

const words = tAccount.own.data;

function Export() {
  const [state, setState] = useState<'idle' | 'busy' | 'done' | { failed: string }>('idle');
  const run = async () => {
    setState('busy');
    try {
      saveBlob(await callFile(exportAccount), words.file);
      setState('done');
    } catch (error) {
      setState({ failed: error instanceof CallError ? failureWords(error) : '' });
    }
  };
  return (
    <div className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{words.export}</p>
        <p className={styles.facts}>{words.exportWhy}</p>
        <p className={styles.facts} role="status">
          {state === 'done' && words.exported}
          {typeof state === 'object' && `${words.exportFailed} ${state.failed}`}
        </p>
      </div>
      <Button variant="default" size="sm" loading={state === 'busy'} onClick={() => void run()}>
        {words.export}
      </Button>
    </div>
  );
}

/** Change of password, export, and deletion of the account. */
export function YourData({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section id="data" title={words.title}>
      <div>
        <div className={styles.item}>
          <p className={`${styles.what} ${styles.name}`}>{words.password}</p>
          <Button component="a" href={paths.changePassword} variant="default" size="sm">
            {hasPassword ? words.changePassword : tInstitutions.own.setPassword}
          </Button>
        </div>
        <Export />
        {deleting ? (
          <DeleteAccount email={email} hasPassword={hasPassword} onKeep={() => setDeleting(false)} />
        ) : (
          <div className={styles.item}>
            <div className={styles.what}>
              <p className={styles.name}>{words.delete}</p>
              <p className={styles.facts}>{words.deleteWhy}</p>
            </div>
            <Button variant="outline" color="error" size="sm" onClick={() => setDeleting(true)}>
              {words.delete}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}
