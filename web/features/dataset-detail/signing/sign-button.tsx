import { tDataset } from '#texts/dataset';
import controls from '../../../ui/controls.module.css';
import { closeSigning, type Opener, openSigning, useSigning } from './signing.ts';

const { terms: words } = tDataset;

interface Props extends Opener {
  datasetId: string;
  /** What is shown; the accessible name begins with it. */
  words: string;
  /** What it is for, for those who do not see where it stands. */
  of?: string | undefined;
  className?: string | undefined;
  /** A stop of the file list's keys. */
  stop?: boolean;
}

/** What a button says that opens the terms: they are new, or new to somebody who signed the former ones. */
export const signWords = (kind: 'unsigned' | 'changed'): string =>
  kind === 'changed' ? words.signNew : words.sign;

/** Opens the terms in place, and closes them. */
export function SignButton({ datasetId, words: said, of, className, stop, ...opener }: Props) {
  const now = useSigning(datasetId);
  const open = now?.opener?.get === opener.get && now.signed === undefined;
  return (
    <button
      // One filled button: it is in the panel now.
      className={open && className === controls.primary ? controls.button : className}
      type="button"
      aria-label={of === undefined ? undefined : `${said}: ${of}`}
      aria-expanded={open}
      aria-controls={open ? `terms-${opener.place}` : undefined}
      data-get={opener.get}
      data-needs="script"
      data-stop={stop ? '' : undefined}
      onClick={() => (open ? closeSigning(datasetId) : openSigning(datasetId, opener))}
    >
      {said}
    </button>
  );
}
