import { Anchor } from '@mantine/core';
import { Fragment, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { tAccount } from '#texts/account';
import { tFollows } from '#texts/follows';
import { tInstitutions } from '#texts/institutions';
import { tMailPreferences } from '#texts/mail-preferences';
import { listLinks, type WaysIn } from '../../../../contract/institutions.ts';
import type { UserInfo } from '../../../../contract/session.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { safeRedirect } from '../../../session/guard.ts';
import { fullName, useVisitor } from '../../../session/user.ts';
import { AccountFrame } from '../account-frame.tsx';
import { SignedInOnly } from '../signed-in-only.tsx';
import { useLoaded } from '../use-loaded.ts';
import styles from './account.module.css';
import { Agreements } from './agreements.tsx';
import { Application } from './application.tsx';
import { Downloads } from './downloads.tsx';
import { LaterSection } from './later-section.tsx';
import { useSectionInView } from './use-section-in-view.ts';
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
  requests: words.requests.title,
  agreements: words.agreements.title,
  follows: tFollows.title,
  tokens: words.tokens.title,
  institutions: tInstitutions.own.title,
  sessions: words.sessions.title,
  mails: tMailPreferences.title,
  data: words.data.title,
} as const;

const loadFollows = async () => (await import('./follows.tsx')).Follows;
const loadInstitutions = async () => (await import('./institutions.tsx')).Institutions;
const loadRequests = async () => (await import('./requests.tsx')).Requests;
const loadSessions = async () => (await import('./sessions.tsx')).Sessions;
const loadTokens = async () => (await import('./tokens.tsx')).Tokens;
const loadMailPreferences = async () => (await import('./mail-preferences.tsx')).MailPreferences;

const loadWays = (signal: AbortSignal) => call(listLinks, { signal });

/** Of a portal without institutions nothing is said, unless one was linked. */
const hasInstitutions = (ways: WaysIn | undefined): boolean =>
  ways !== undefined && ways.institutions.length + ways.links.length > 0;

/** Who is approved comes for the downloads; everybody else asks where the application stands. */
const orderFor = ({ status }: UserInfo, ways: WaysIn | undefined): (keyof typeof sections)[] => [
  ...(status === 'approved'
    ? (['downloads', 'requests', 'agreements', 'follows', 'application'] as const)
    : (['application', 'requests', 'agreements', 'downloads', 'follows'] as const)),
  'tokens',
  ...(hasInstitutions(ways) ? (['institutions'] as const) : []),
  'sessions',
  'mails',
  'data',
];

function Page({ user }: { user: UserInfo }) {
  const ways = useLoaded(loadWays);
  const order = orderFor(user, ways.data);
  const inView = useSectionInView(order);
  // The sections were not there when the browser looked for the one that a mail or a notice named.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  const proof = { email: user.email, hasPassword: ways.data?.hasPassword ?? true };
  const part = {
    application: <Application user={user} />,
    downloads: <Downloads />,
    requests: (
      <LaterSection
        id="requests"
        title={words.requests.title}
        words={words.requests.failed}
        load={loadRequests}
        own={{}}
      />
    ),
    agreements: <Agreements />,
    follows: (
      <LaterSection id="follows" title={tFollows.title} words={tFollows.failed} load={loadFollows} own={{}} />
    ),
    tokens: (
      <LaterSection
        id="tokens"
        title={words.tokens.title}
        words={words.tokens.failed}
        load={loadTokens}
        own={proof}
      />
    ),
    institutions: (
      <LaterSection
        id="institutions"
        title={tInstitutions.own.title}
        words={tInstitutions.own.failed}
        load={loadInstitutions}
        own={{ loaded: ways }}
      />
    ),
    sessions: (
      <LaterSection
        id="sessions"
        title={words.sessions.title}
        words={words.sessions.failed}
        load={loadSessions}
        own={{}}
      />
    ),
    mails: (
      <LaterSection
        id="mails"
        title={tMailPreferences.title}
        words={tMailPreferences.notLoaded}
        load={loadMailPreferences}
        own={{}}
      />
    ),
    data: <YourData {...proof} />,
  };
  return (
    <>
      <WayBack />
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={words.sections}>
          {order.map((id) => (
            <a key={id} href={`#${id}`} aria-current={id === inView ? 'location' : undefined}>
              {sections[id]}
            </a>
          ))}
        </nav>
        <div className={styles.sections}>
          {order.map((id) => (
            <Fragment key={id}>{part[id]}</Fragment>
          ))}
        </div>
      </div>
    </>
  );
}

/** The caller's own account: application, agreements, downloads, followed datasets, tokens, sessions, data. */
export function Component() {
  const visitor = useVisitor();
  const user = visitor.kind === 'signed in' ? visitor.user : undefined;
  return (
    <AccountFrame
      title={words.title}
      intro={user && `${fullName(user)} · ${user.email}`}
      width={user !== undefined || visitor.kind === 'loading' ? 'page' : 'form'}
    >
      <SignedInOnly>{(who) => <Page user={who} />}</SignedInOnly>
    </AccountFrame>
  );
}
