import { Button } from '@mantine/core';
import { useState } from 'react';
import { tAccount } from '#texts/account';
import { deleteToken, listTokens, type PersonalToken } from '../../../../contract/own-account.ts';
import { call } from '../../../api/call.ts';
import { formatDay } from '../../../ui/format.ts';
import { confirm } from '../../../ui/mantine/confirm.ts';
import { TimeIn } from '../../../ui/mantine/time.tsx';
import styles from '../../../ui/row-list.module.css';
import { Region } from '../region.tsx';
import { useLoaded } from '../use-loaded.ts';
import { Empty } from './empty.tsx';
import { MadeToken } from './made-token.tsx';
import { NewToken, type TokenWithSecret } from './new-token.tsx';
import { Section } from './section.tsx';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';

const words = tAccount.own.tokens;

const loadTokens = (signal: AbortSignal) => call(listTokens, { signal });

function Token({ token, onRevoke }: { token: PersonalToken; onRevoke(): void }) {
  useFocusAfterRemoval('tokens');
  const over = Date.parse(token.expiresAt) <= Date.now();
  const day = formatDay(token.expiresAt);
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{token.name}</p>
        <p className={styles.facts}>
          <span>{words.madeOn(formatDay(token.createdAt))}</span>
          <span>{over ? words.expired(day) : words.expires(day)}</span>
          <span>
            {token.lastUsedAt === null ? words.unused : <TimeIn at={token.lastUsedAt} says={words.used} />}
          </span>
        </p>
      </div>
      <Button variant="default" size="xs" aria-label={words.revokeOf(token.name)} onClick={onRevoke}>
        {words.revoke}
      </Button>
    </li>
  );
}

/** Decisions §2: personal access tokens, created with the password, shown once, revocable. */
export function Tokens({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const tokens = useLoaded(loadTokens);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<TokenWithSecret>();

  const revoke = async (token: PersonalToken) => {
    const sure = await confirm({
      title: words.revokeTitle(token.name),
      message: words.revokeBody,
      confirmLabel: words.revoke,
      cancelLabel: words.keep,
      danger: true,
    });
    if (!sure) return;
    // `call` has reported the failure.
    await call(deleteToken, { params: { id: token.id } }).catch(() => undefined);
    if (made?.id === token.id) setMade(undefined);
    tokens.reload();
  };
  const onMade = (token: TokenWithSecret) => {
    setAdding(false);
    setMade(token);
    tokens.reload();
  };

  return (
    <Section
      id="tokens"
      title={words.title}
      intro={words.intro}
      action={
        !adding && (
          <Button variant="default" size="sm" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
    >
      {made && <MadeToken token={made} email={email} onDone={() => setMade(undefined)} />}
      {adding && (
        <NewToken email={email} hasPassword={hasPassword} onMade={onMade} onCancel={() => setAdding(false)} />
      )}
      <Region loaded={tokens} failed={words.failed}>
        {(list) =>
          list.length === 0 ? (
            !adding && <Empty words={words} />
          ) : (
            <ul className={styles.list}>
              {list.map((token) => (
                <Token key={token.id} token={token} onRevoke={() => void revoke(token)} />
              ))}
            </ul>
          )
        }
      </Region>
    </Section>
  );
}
