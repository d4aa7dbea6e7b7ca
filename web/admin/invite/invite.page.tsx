import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '#texts';
import { readInvitation } from '../../../contract/administrators.ts';
import { CallError, call, type DataOf } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';
import { paths } from '../../paths.ts';
import styles from '../login/entry-frame.module.css';
import { EntryFrame } from '../login/entry-frame.tsx';
import { AcceptForm } from './accept-form.tsx';
import { inviteToken } from './invite-token.ts';

const words = t.admin.invite;

type State =
  | { kind: 'reading' }
  | { kind: 'open'; invitation: DataOf<typeof readInvitation> }
  | { kind: 'not usable'; why: string }
  | { kind: 'failed'; why: string };

/** The page of an invitation: the invited person sets name and password. */
export function Component() {
  const token = inviteToken(useLocation().hash);
  const [state, setState] = useState<State>({ kind: 'reading' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    if (token === undefined) return setState({ kind: 'not usable', why: words.noToken });
    const aborted = new AbortController();
    setState({ kind: 'reading' });
    call(readInvitation, { body: { token }, signal: aborted.signal }).then(
      (invitation) => setState({ kind: 'open', invitation }),
      (error: unknown) => {
        if (aborted.signal.aborted) return;
        const late = error instanceof CallError && [400, 404, 409, 410].includes(error.code);
        setState(
          late
            ? { kind: 'not usable', why: words.invalidBody }
            : { kind: 'failed', why: error instanceof CallError ? failureWords(error) : t.account.noAnswer },
        );
      },
    );
    return () => aborted.abort();
  }, [token, round]);

  switch (state.kind) {
    case 'reading':
      return (
        <EntryFrame title={words.title}>
          <p className={styles.intro} role="status">
            {words.reading} …
          </p>
        </EntryFrame>
      );
    case 'open':
      return (
        <EntryFrame title={state.invitation.resets ? words.titleReset : words.title}>
          <AcceptForm token={token ?? ''} invitation={state.invitation} />
        </EntryFrame>
      );
    case 'not usable':
      return (
        <EntryFrame title={words.invalid}>
          <p className={styles.intro}>{state.why}</p>
          <Button component="a" href={paths.adminLogin} mt="lg">
            {words.signIn}
          </Button>
        </EntryFrame>
      );
    case 'failed':
      return (
        <EntryFrame title={words.unread}>
          <p className={styles.intro} role="alert">
            {state.why}
          </p>
          <Button mt="lg" onClick={() => setRound(round + 1)}>
            {t.admin.table.retry}
          </Button>
        </EntryFrame>
      );
  }
}
