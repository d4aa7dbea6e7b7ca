import { useEffect, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import controls from '../../ui/controls.module.css';
import { copyText } from '../../ui/copy-text.ts';
import classes from './copy-button.module.css';

interface Props {
  text: string;
  /** The accessible name, which begins with the visible word "Copy". */
  label: string;
  /** Message where the browser denies access to the clipboard. */
  refused: string;
}

/** Copies, and confirms for a moment. Use the text as its `key`: another text resets the confirmation. */
export function CopyButton({ text, label, refused }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const forgotten = setTimeout(() => setState('idle'), 2_000);
    return () => clearTimeout(forgotten);
  }, [state]);
  return (
    <span className={classes.copy}>
      <button
        className={controls.button}
        type="button"
        aria-label={label}
        onClick={() => void copyText(text).then((done) => setState(done ? 'copied' : 'failed'))}
      >
        {tDataset.commands.copy}
      </button>
      <span className={classes.state} role="status">
        {state === 'copied' && t.detail.copied}
        {state === 'failed' && refused}
      </span>
    </span>
  );
}
