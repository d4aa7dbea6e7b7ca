import { useEffect, useRef, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import type { Envelope } from '../../../contract/envelope.ts';
import { CallError } from '../../api/call-error.ts';
import { tell } from '../../api/judge.ts';
import { storedLiteral } from '../../session/wording.ts';
import classes from './pending-integrity.module.css';

export interface PendingIntegrityProps {
  /** What the link will say. */
  literal: string;
  /** Of the row. */
  name: string;
  url: string;
}

const { integrity: words } = tDataset;

/** Asking for a checksum has it computed before others (decisions §5). Whether it is on its way; a refusal is told (§8). */
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

/** Stands in the integrity link's place until the checksum is there, and lets one ask for it. */
export function PendingIntegrity({ literal, name, url }: PendingIntegrityProps) {
  const [asked, setAsked] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const cell = root.current?.parentElement;
    // The link has come; the button that was pressed is gone, and the focus with it.
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
          aria-label={`${words.ask}: ${t.detail.checksumFor} ${name}`}
          onClick={() => void ask()}
        >
          {words.ask}
        </button>
      )}
    </span>
  );
}
