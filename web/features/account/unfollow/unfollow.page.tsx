import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { tFollows } from '#texts/follows';
import { unfollow } from '../../../../contract/follows.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import { ErrorSummary, type Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import styles from '../account-frame.module.css';
import { AccountFrame } from '../account-frame.tsx';

const words = tFollows.link;

/** The token in the URL's fragment, which is not sent to the server (threat 13). */
const tokenOf = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token')?.trim() ?? '';

function Done({ names }: { names: readonly string[] }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p className={styles.note} ref={said} tabIndex={-1} role="status">
      {names.length > 0 ? words.done(names.join(words.and)) : words.doneBefore}
    </p>
  );
}

/**
 * The page of the link in a mail: one button, no session. Opening it changes nothing, since programs open links before
 * people do.
 */
export function Component() {
  const token = tokenOf(useLocation().hash);
  const [names, setNames] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const stop = async () => {
    setBusy(true);
    setProblems([]);
    try {
      setNames((await call(unfollow, { query: { token } })).names);
    } catch (error) {
      setProblems(problemsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AccountFrame title={words.title} intro={token === '' ? words.noToken : words.body}>
      <div className={styles.form}>
        <ErrorSummary problems={problems} />
        {names !== undefined && <Done names={names} />}
        {names === undefined && token !== '' && (
          <Button size="md" loading={busy} onClick={() => void stop()}>
            {words.stop}
          </Button>
        )}
      </div>
      <p className={styles.aside}>
        <Anchor href={`${paths.account}#follows`}>{words.account}</Anchor>
      </p>
    </AccountFrame>
  );
}
