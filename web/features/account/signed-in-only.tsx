import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { tAccount as words } from '#texts/account';
import type { UserInfo } from '../../../contract/session.ts';
import { loginReturningTo } from '../../paths.ts';
import { refreshVisitor, useVisitor } from '../../session/user.ts';
import skeleton from '../../ui/skeleton.module.css';
import styles from './signed-in-only.module.css';

/** Guards a page for signed-in users: others get a sign-in link that returns here. */
export function SignedInOnly({ children }: { children(user: UserInfo): ReactNode }) {
  const visitor = useVisitor();
  const { pathname, search, hash } = useLocation();
  if (visitor.kind === 'signed in') return children(visitor.user);
  if (visitor.kind === 'loading') {
    return (
      <div className={`${skeleton.skeleton} ${styles.loading}`} aria-busy="true">
        <div className={`${skeleton.block} ${styles.block}`} />
        <div className={`${skeleton.block} ${styles.block}`} />
      </div>
    );
  }
  const unknown = visitor.kind === 'unknown';
  return (
    <div className={styles.message} role={unknown ? 'alert' : undefined}>
      <p>{unknown ? words.unknown : words.signInFirst}</p>
      {unknown && <p>{visitor.why}</p>}
      {unknown ? (
        <Button onClick={() => void refreshVisitor()}>{words.retry}</Button>
      ) : (
        <Button component="a" href={loginReturningTo(pathname + search + hash)}>
          {words.signIn}
        </Button>
      )}
    </div>
  );
}
