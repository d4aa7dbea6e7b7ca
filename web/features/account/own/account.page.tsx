import { Anchor } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import type { UserInfo } from '../../../../contract/session.ts';
import { paths } from '../../../paths.ts';
import { safeRedirect } from '../../../session/guard.ts';
import { fullName, useVisitor } from '../../../session/user.ts';
import { AccountFrame } from '../account-frame.tsx';
import { SignedInOnly } from '../signed-in-only.tsx';
import styles from './account.module.css';
import { Application } from './application.tsx';
import { Downloads } from './downloads.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';
import { YourData } from './your-data.tsx';

const words = tAccount.own;

/** Link back to the dataset row that the person came from, if any. */
function WayBack() {
  const [search] = useSearchParams();
  const back = safeRedirect(search.get('redirect'), paths.home);
  if (back === paths.home) return null;
  return (
    <p className={styles.back}>
      <Anchor href={back}>{words.back}</Anchor>
    </p>
  );
}

const sections = {
  application: words.application.title,
  downloads: words.downloads.title,
  tokens: words.tokens.title,
  sessions: words.sessions.title,
  data: words.data.title,
} as const;

function Page({ user }: { user: UserInfo }) {
  return (
    <>
      <WayBack />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={words.sections}>
          {Object.entries(sections).map(([id, title]) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        <div className={styles.sections}>
          <Application user={user} />
          <Downloads />
          <Tokens email={user.email} />
          <Sessions />
          <YourData email={user.email} />
        </div>
      </div>
    </>
  );
}

/** The caller's own account: application, downloads, tokens, sessions, data. */
export function Component() {
  const visitor = useVisitor();
  const user = visitor.kind === 'signed in' ? visitor.user : undefined;
  return (
    <AccountFrame
      title={words.title}
      intro={user && `${fullName(user)} · ${user.email}`}
      wide={user !== undefined || visitor.kind === 'loading'}
    >
      <SignedInOnly>{(who) => <Page user={who} />}</SignedInOnly>
    </AccountFrame>
  );
}
