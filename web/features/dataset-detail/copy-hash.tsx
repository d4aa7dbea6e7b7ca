import { useState } from 'react';
import { t } from '#texts/reading';
import { copyText } from '../../ui/copy-text.ts';
import { shortHash } from '../../ui/format.ts';
import hidden from '../../ui/hidden.module.css';
import classes from './copy-hash.module.css';

const copyIcon = 'M7 7V3.5h9.5V13H13M3.5 7H13v9.5H3.5z';
const doneIcon = 'M4 10.5l4 4 8-9';

interface Props {
  sha256: string;
  /** What it is the checksum of. */
  of: string;
  /** In a grid, whose arrow keys reach the button (files/use-roving.ts). */
  stop?: boolean;
}

/**
 * The abbreviated checksum, with a button that copies it in full. The full value is in the DOM for print and search.
 */
export function CopyHash({ sha256, of, stop }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    setState((await copyText(sha256)) ? 'copied' : 'failed');
    setTimeout(() => setState('idle'), 2_000);
  };
  return (
    <span className={classes.hash}>
      <code title={sha256}>{shortHash(sha256)}</code>
      <button
        className={classes.button}
        type="button"
        data-needs="script"
        data-stop={stop ? '' : undefined}
        aria-label={`${t.detail.copyHash} ${of}`}
        onClick={() => void copy()}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={state === 'copied' ? doneIcon : copyIcon} />
        </svg>
      </button>
      <span className={state === 'failed' ? classes.failed : hidden.hidden} role="status">
        {state === 'copied' && t.detail.copied}
        {state === 'failed' && t.detail.copyFailed}
      </span>
    </span>
  );
}
