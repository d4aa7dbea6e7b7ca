import { Button } from '@mantine/core';
import { endSessions, listSessions } from '../../../../contract/own-account.ts';
import { enAccount } from '../../../../texts/en-account.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { endUserSession } from '../../../session/tokens.ts';
import { formatDay } from '../../../ui/format.ts';
import { formatAgo } from '../../../ui/format-ago.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { deviceOf } from './device.ts';
import styles from './list.module.css';
import { Section } from './section.tsx';

const words = enAccount.own.sessions;
type Session = DataOf<typeof listSessions>[number];

const loadSessions = (signal: AbortSignal) => call(listSessions, { signal });

async function endAll(): Promise<void> {
  const sure = await confirm({
    title: words.endTitle,
    message: words.endBody,
    confirmLabel: words.end,
    cancelLabel: words.stay,
    danger: true,
  });
  if (!sure) return;
  try {
    await call(endSessions);
  } catch {
    // Told by the call; the sessions go on.
    return;
  }
  endUserSession();
  location.assign(`${paths.login}?note=everywhere`);
}

function Item({ session }: { session: Session }) {
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name} title={session.userAgent}>
          {deviceOf(session.userAgent)}
          {session.current && <span className={styles.tag}>{words.current}</span>}
        </p>
        <p className={styles.facts}>
          <span>{session.ip}</span>
          <span>{words.used(formatAgo(session.lastUsedAt))}</span>
          <span>{words.since(formatDay(session.createdAt))}</span>
        </p>
      </div>
    </li>
  );
}

export function Sessions() {
  const sessions = useLoaded(loadSessions);
  return (
    <Section
      id="sessions"
      title={words.title}
      intro={words.intro}
      action={
        <Button variant="default" size="sm" onClick={() => void endAll()}>
          {words.end}
        </Button>
      }
    >
      <Region loaded={sessions} failed={words.failed}>
        {(list) => (
          <ul className={styles.list}>
            {list.map((session) => (
              <Item key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Region>
    </Section>
  );
}
