import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import type { PurgedFile } from '../../../../contract/releases.ts';
import { formatUtcDay, plural } from '../../../ui/format.ts';
import notice from '../notice.module.css';
import classes from './purged-files.module.css';

const { release: words } = tDataset;

/** Lines shown at once; the others open. */
const FEW = 5;

const Lines = ({ files }: { files: readonly PurgedFile[] }) => (
  <ul className={classes.lines}>
    {files.map(({ path, reason, at }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: where names are hidden, nothing else tells them apart
      <li key={index}>
        <strong className={classes.path}>{path ?? words.removedHidden}</strong>{' '}
        <span className={classes.when}>{words.removedOn(formatUtcDay(at))}</span>
        <span className={classes.reason}>
          {words.reason}: {reason}
        </span>
      </li>
    ))}
  </ul>
);

/** Which files of this version were removed for good, and why (releases.md, "Freezing"). */
export function PurgedFiles({ files }: { files: readonly PurgedFile[] }) {
  if (files.length === 0) return null;
  const rest = files.slice(FEW);
  return (
    <div className={`${notice.notice} ${notice.warn}`} role="note">
      <p>{words.removed(plural(files.length, ...t.detail.file))}</p>
      <Lines files={files.slice(0, FEW)} />
      {rest.length > 0 && (
        <details>
          <summary>{words.more(String(rest.length))}</summary>
          <Lines files={rest} />
        </details>
      )}
    </div>
  );
}
