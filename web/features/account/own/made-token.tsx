import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { tAccount } from '#texts/account';
import { copyText } from '../../../ui/copy-text.ts';
import type { TokenWithSecret } from './new-token.tsx';
import styles from './panel.module.css';

const words = tAccount.own.tokens;

interface Props {
  token: TokenWithSecret;
  email: string;
  onDone(): void;
}

/** Shows the new token's secret, once. */
export function MadeToken({ token, email, onDone }: Props) {
  const [copied, setCopied] = useState<boolean>();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const example = `curl -fLOJ -u '${email}:TOKEN' '${location.origin}/api/v1/download/…'`;
  return (
    <div className={`${styles.panel} ${styles.made}`}>
      <h3 className={styles.title} ref={title} tabIndex={-1}>
        {words.made(token.name)}
      </h3>
      <p>{words.once}</p>
      <textarea
        className={styles.secret}
        rows={2}
        aria-label={words.secret}
        value={token.token}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm" justify="flex-end">
        <Button onClick={async () => setCopied(await copyText(token.token))}>{words.copy}</Button>
        <Button variant="default" onClick={onDone}>
          {words.done}
        </Button>
        <span role="status">
          {copied === true && words.copied}
          {copied === false && words.copyFailed}
        </span>
      </Group>
      <p className={styles.use}>{words.use}</p>
      <code className={styles.example}>{example}</code>
    </div>
  );
}
