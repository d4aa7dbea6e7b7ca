import { Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import { endOwnSession, endSessions, listSessions } from '../../../../contract/own-account.ts';
import { call, type DataOf } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { endUserSession } from '../../../session/tokens.ts';
import { formatTime } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { TimeIn } from '../../../ui/mantine/time.tsx';
import styles from '../../../ui/row-list.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { deviceOf } from './device.ts';
import { Section } from './section.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const words = tAccount.own.sessions;
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
    // `call` has reported the failure; the sessions remain.
    return;
  }
  endUserSession();
  location.assign(`${paths.login}?note=everywhere`);
}

/** @returns whether the person confirmed */
async function endOne({ id, userAgent, ip, createdAt }: Session): Promise<boolean> {
  const sure = await confirm({
    title: words.endOneTitle(deviceOf(userAgent)),
    message: words.endOneBody(ip, formatTime(createdAt)),
    confirmLabel: words.endOne,
    cancelLabel: words.keep,
    danger: true,
  });
  // `call` has reported the failure.
  if (sure) await call(endOwnSession, { params: { id } }).catch(() => undefined);
  return sure;
}

function Item({ session, onEnd }: { session: Session; onEnd(): void }) {
  useFocusAfterRemoval('sessions');
  const device = deviceOf(session.userAgent);
  const since = formatTime(session.createdAt);
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name} title={session.userAgent}>
          {device}
          {session.current && <span className={styles.tag}>{words.current}</span>}
        </p>
        <p className={styles.facts}>
          <span>{words.from(session.ip)}</span>
          <span>
            <TimeIn at={session.createdAt} says={words.since} />
          </span>
          <span>
            <TimeIn at={session.lastUsedAt} says={words.used} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          aria-label={words.endOneOf(device, session.ip, since)}
          onClick={onEnd}
        >
          {words.endOne}
        </Button>
      )}
    </li>
  );
}

const thisOneFirst = (list: readonly Session[]) =>
  list.toSorted((one, other) => Number(other.current) - Number(one.current));

/** Decisions §2: the list of sessions; each can be ended, or all at once. */
export function Sessions() {
  const sessions = useLoaded(loadSessions);
  const end = async (session: Session) => {
    if (await endOne(session)) sessions.reload();
  };
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
            {thisOneFirst(list).map((session) => (
              <Item key={session.id} session={session} onEnd={() => void end(session)} />
            ))}
          </ul>
        )}
      </Region>
    </Section>
  );
}
