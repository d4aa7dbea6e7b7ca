import { Anchor, Button, Group } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { tGroups } from '#texts/groups';
import {
  acceptGroupInvitation,
  declineGroupInvitation,
  openGroupInvitation,
} from '../../../../contract/groups.ts';
import { CallError, call, type DataOf } from '../../../api/call.ts';
import { loginReturningTo, paths } from '../../../paths.ts';
import { fullName, useVisitor } from '../../../session/user.ts';
import { formatDay } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { ErrorSummary, type Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import own from './group-invitation.module.css';
import { forgetToken, keptToken } from './kept-token.ts';

const words = tGroups.page;
const registerReturningHere = `${paths.register}?redirect=${encodeURIComponent(paths.groupInvitation)}`;

type Invitation = DataOf<typeof openGroupInvitation>;
type Done = { kind: 'accepted'; name: string; datasetId: string } | { kind: 'declined' };

/** Null: it is over. */
async function load(token: string, signal: AbortSignal): Promise<Invitation | null> {
  try {
    return await call(openGroupInvitation, { body: { token }, signal, quiet: true });
  } catch (error) {
    if (error instanceof CallError && error.code === 404) return null;
    throw error;
  }
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <div className={styles.note} ref={said} tabIndex={-1} role="status">
      <p className={styles.sent}>{title}</p>
      <p className={styles.sentWhy}>{children}</p>
    </div>
  );
}

const Over = () => (
  <>
    <p className={own.text}>{words.over}</p>
    <p className={own.text}>{words.overWhy}</p>
    <p>
      <Anchor href={paths.home}>{words.home}</Anchor>
    </p>
  </>
);

/** The one button of who has no session leads to the sign-in, which comes back here. */
function Answers({
  busy,
  onAccept,
  onDecline,
}: {
  busy: string | undefined;
  onAccept(): void;
  onDecline(): void;
}) {
  const visitor = useVisitor();
  const user = visitor.kind === 'signed in' ? visitor.user : undefined;
  return (
    <>
      {visitor.kind !== 'loading' && (
        <p className={styles.hint}>{user ? words.as(fullName(user), user.email) : words.signInFirst}</p>
      )}
      <Group gap="sm">
        {user ? (
          <Button size="md" loading={busy === 'accept'} onClick={onAccept}>
            {words.accept}
          </Button>
        ) : (
          <>
            <Button component="a" size="md" href={loginReturningTo(paths.groupInvitation)}>
              {words.signIn}
            </Button>
            <Button component="a" size="md" variant="default" href={registerReturningHere}>
              {words.register}
            </Button>
          </>
        )}
        <Button size="md" variant="default" loading={busy === 'decline'} onClick={onDecline}>
          {words.decline}
        </Button>
      </Group>
    </>
  );
}

function Invited({
  token,
  invitation,
  onDone,
}: {
  token: string;
  invitation: Invitation;
  onDone(done: Done): void;
}) {
  const { askedBy, affiliation, datasetName, datasetId, expiresAt } = invitation;
  const [busy, setBusy] = useState<string>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const run = async (what: string, work: () => Promise<Done>) => {
    setBusy(what);
    setProblems([]);
    try {
      const done = await work();
      forgetToken();
      onDone(done);
    } catch (error) {
      setProblems(problemsOf(error));
    } finally {
      setBusy(undefined);
    }
  };
  const accept = () =>
    run('accept', async () => {
      const joined = await call(acceptGroupInvitation, { body: { token } });
      return { kind: 'accepted', name: datasetName, datasetId: joined.datasetId };
    });
  const decline = async () => {
    const sure = await confirm({
      title: words.declineTitle,
      message: words.declineMessage,
      confirmLabel: words.declineYes,
      cancelLabel: words.declineNo,
      danger: true,
    });
    if (!sure) return;
    await run('decline', async () => {
      await call(declineGroupInvitation, { body: { token } });
      return { kind: 'declined' };
    });
  };
  return (
    <>
      <ErrorSummary problems={problems} />
      <p className={own.text}>
        {words.asks(askedBy, affiliation)}{' '}
        <Anchor href={paths.datasetDetail(datasetId)} inherit underline="always">
          {datasetName}
        </Anchor>
      </p>
      <ul className={own.means}>
        {words.means.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <p className={own.text}>{words.until(formatDay(expiresAt))}</p>
      <Answers busy={busy} onAccept={() => void accept()} onDecline={() => void decline()} />
    </>
  );
}

function Open({ token }: { token: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => load(token, signal), [token]));
  const [done, setDone] = useState<Done>();
  if (done?.kind === 'declined') return <Said title={words.declined}>{words.declinedWhy}</Said>;
  if (done)
    return (
      <>
        <Said title={words.accepted(done.name)}>{words.acceptedWhy}</Said>
        <Button component="a" size="md" href={paths.datasetRequest(done.datasetId)}>
          {words.see}
        </Button>
      </>
    );
  return (
    <Region loaded={loaded} failed={words.failed} lines={5}>
      {(invitation) => (
        <div className={own.parts}>
          {invitation ? <Invited token={token} invitation={invitation} onDone={setDone} /> : <Over />}
        </div>
      )}
    </Region>
  );
}

/** access.md, "Requests", Groups: the page of a mailed invitation. Opening it changes nothing. */
export function Component() {
  const token = keptToken(useLocation().hash);
  return (
    <AccountFrame title={words.title}>
      <div className={styles.form}>
        {token === undefined ? <p className={own.text}>{words.noToken}</p> : <Open token={token} />}
      </div>
    </AccountFrame>
  );
}
