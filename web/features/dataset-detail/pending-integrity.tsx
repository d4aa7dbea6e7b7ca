import { useEffect, useRef, useState } from 'react';
import { tDataset } from '#texts/dataset';
import type { Envelope } from '../../../contract/envelope.ts';
import { CallError } from '../../api/call-error.ts';
import { tell } from '../../api/judge.ts';
import { storedLiteral } from '../../session/wording.ts';
import classes from './pending-integrity.module.css';

export interface PendingIntegrityProps {
  /** Text of the coming link. */
  literal: string;
  /** Name of the row. */
  name: string;
  url: string;
}

const { integrity: words } = tDataset;

/**
 * Requesting a checksum gives its job priority (decisions §5). Returns whether it is being computed; a refusal is
 * reported (§8).
 */
async function askFor(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { credentials: 'omit' });
    if (answer.ok || answer.status === 503) return true;
    const { code, msg } = (await answer.json()) as Envelope<never>;
    tell(new CallError(code, msg));
  } catch {
    tell(new CallError(0, storedLiteral().serverConnectError));
  }
  return false;
}

/** Placeholder of the integrity link until the checksum is known, with a button that requests it. */
export function PendingIntegrity({ literal, name, url }: PendingIntegrityProps) {
  const [asked, setAsked] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const cell = root.current?.parentElement;
    // The pressed button has been replaced by the link: moves the focus there.
    return () => {
      if (!asked || document.activeElement !== document.body) return;
      queueMicrotask(() => cell?.querySelector<HTMLElement>('a[href*="/downloadInspection/"]')?.focus());
    };
  }, [asked]);
  const ask = async () => {
    setAsked(true);
    setAsked(await askFor(url));
  };
  return (
    <span className={classes.pending} ref={root}>
      <span role="status">
        {literal}: {asked ? words.computed : words.pending}
      </span>
      {!asked && (
        <button
          className={classes.ask}
          type="button"
          aria-label={`${words.ask}: ${tDataset.access.checksumFor} ${name}`}
          onClick={() => void ask()}
        >
          {words.ask}
        </button>
      )}
    </span>
  );
}
