import { memo } from 'react';
import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { fileUrl } from '../../../../contract/file-url.ts';
import type { FileEntry } from '../../../../contract/files.ts';
import { filesSearch } from '../../../../contract/files-query.ts';
import { formatSizeShort, plural } from '../../../ui/format.ts';
import { CopyHash } from '../copy-hash.tsx';
import { SignButton } from '../signing/sign-button.tsx';
import classes from './file-browser.module.css';

const { files: words } = tDataset;

/** What a file's last cell leads to: its bytes, or the one next step. */
export type Handed =
  | { kind: 'links'; ticket: string; release: string }
  | { kind: 'step'; words: string; href?: string | undefined; visitors?: boolean; sign?: boolean };

interface Props {
  datasetId: string;
  entry: FileEntry;
  /** The folder that is shown: a name is shown without it. */
  folder: string;
  handed: Handed;
  chosen: boolean;
  /** Undefined: there is nothing to choose for. */
  onChoose: ((entry: FileEntry, chosen: boolean) => void) | undefined;
}

const folderIcon = 'M2.5 5.5v10h15v-8.5H10L8 4.5H2.5z';
const fileIcon = 'M5 2.5h6l4 4v11H5zM11 2.5v4h4';

const Icon = ({ path }: { path: string }) => (
  <svg className={classes.icon} viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
);

/** A folder or a file. A click on a folder is a link to it, so that it opens in another tab, too. */
export const FileRow = memo(function FileRow({ datasetId, entry, folder, handed, chosen, onChoose }: Props) {
  const { type, path, size, fileCount, sha256, purged } = entry;
  const name = folder === '' ? path : path.slice(folder.length + 1);
  const isFolder = type === 'folder';
  const url =
    handed.kind === 'links' && !isFolder && !purged
      ? fileUrl(datasetId, path, { token: handed.ticket, release: handed.release })
      : undefined;
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its roles in some browsers
    // biome-ignore-start lint/a11y/noNoninteractiveElementToInteractiveRole: a table made a grid
    // biome-ignore-start lint/a11y/useFocusableInteractive: the focus is on what the cells hold (use-roving.ts)
    <tr className={classes.row} role="row">
      <td className={classes.name} role="gridcell">
        {onChoose && !isFolder && !purged ? (
          <input
            className={classes.choose}
            type="checkbox"
            data-stop=""
            aria-label={`${words.choose} ${name}`}
            checked={chosen}
            onChange={(event) => onChoose(entry, event.target.checked)}
          />
        ) : (
          <Icon path={isFolder ? folderIcon : fileIcon} />
        )}
        {isFolder ? (
          <Link
            className={classes.folder}
            to={filesSearch({ folder: path, find: '', page: 1 })}
            data-stop=""
            preventScrollReset
          >
            <span className={classes.text}>{name}</span>
          </Link>
        ) : url ? (
          <a className={classes.file} href={url} data-stop="">
            <span className={classes.text}>{name}</span>
          </a>
        ) : (
          <span className={classes.file} data-stop="" tabIndex={-1}>
            <span className={classes.text}>{name}</span>
          </span>
        )}
      </td>
      <td className={classes.size} role="gridcell">
        {fileCount !== undefined && `${plural(fileCount, ...t.detail.file)} · `}
        {formatSizeShort(size)}
      </td>
      <td className={classes.hash} role="gridcell">
        {sha256 && <CopyHash sha256={sha256} of={name} stop />}
      </td>
      <td className={classes.get} role="gridcell">
        {url && (
          <a
            href={url}
            data-stop=""
            data-get={`file ${path}`}
            aria-label={`${words.download} ${name}, ${formatSizeShort(size)}`}
          >
            {words.download}
          </a>
        )}
        {purged && <span className={classes.standing}>{words.removed}</span>}
        {!isFolder && !purged && handed.kind === 'step' && (
          <Step handed={handed} name={name} datasetId={datasetId} entry={entry} />
        )}
      </td>
    </tr>
    // biome-ignore-end lint/a11y/useFocusableInteractive: see above
    // biome-ignore-end lint/a11y/noNoninteractiveElementToInteractiveRole: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  );
});

interface StepProps extends Pick<Props, 'datasetId' | 'entry'> {
  handed: Handed & { kind: 'step' };
  name: string;
}

/** The same for every file, so it is said in few words; links without the router lead to the other shell. */
function Step({ handed, name, datasetId, entry }: StepProps) {
  if (handed.sign) {
    return (
      <SignButton
        datasetId={datasetId}
        place="files"
        get={`file ${entry.path}`}
        size={entry.size}
        words={handed.words}
        of={name}
        className={classes.sign}
        stop
      />
    );
  }
  if (handed.href === undefined) return <span className={classes.standing}>{handed.words}</span>;
  return (
    <a
      href={handed.href}
      data-stop=""
      data-for={handed.visitors ? 'visitors' : undefined}
      aria-label={`${handed.words}: ${name}`}
    >
      {handed.words}
    </a>
  );
}
