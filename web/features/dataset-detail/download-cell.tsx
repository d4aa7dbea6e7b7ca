import { type ReactNode, useId } from 'react';
import { t } from '#texts/reading';
import { applicationReturningTo, datasetRow, loginReturningTo } from '../../paths.ts';
import { useLiteral } from '../../reading/setting.ts';
import controls from '../../ui/controls.module.css';
import { formatSizeShort } from '../../ui/format.ts';
import hidden from '../../ui/hidden.module.css';
import { type Access, mayApply } from './access.ts';
import classes from './download-cell.module.css';
import { Later } from './later.tsx';
import type { Row } from './rows.ts';

/** Disclosure state of the row's commands. */
interface Commands {
  id: string;
  open: boolean;
  toggle: () => void;
}

interface Props {
  row: Row;
  access: Access;
  datasetId: string;
  commands: Commands;
}

function CommandsButton({ row, commands: { id, open, toggle } }: Pick<Props, 'row' | 'commands'>) {
  return (
    <button
      className={classes.commands}
      type="button"
      data-needs="script"
      aria-label={`${t.detail.commandLine} ${t.detail.commandLineFor} ${row.name}`}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
    >
      {t.detail.commandLine}
    </button>
  );
}

/**
 * Look, "Literal texts": the accessible name begins with the visible literal and adds the right word. Plain links (§7):
 * an attachment does not leave the page, and a refusal is an error page (decisions §10). With `download` the browser
 * would save the refusal under the file's name.
 */
function Links({ row, commands }: Pick<Props, 'row' | 'commands'>) {
  const literal = useLiteral();
  const { downloadUrl, inspectionUrl, name, size } = row;
  if (downloadUrl === undefined) {
    return <Standing words={standing(row, { kind: 'links' })} />;
  }
  return (
    <div className={classes.links}>
      <a
        className={controls.button}
        href={downloadUrl}
        aria-label={`${literal.download} ${name}, ${formatSizeShort(size)}`}
      >
        {literal.download}
      </a>
      {inspectionUrl !== undefined &&
        (row.state === 'ready' ? (
          <a
            className={classes.integrity}
            href={inspectionUrl}
            aria-label={`${literal.integrity}, ${t.detail.checksumFor} ${name}`}
          >
            {literal.integrity}
          </a>
        ) : (
          <Later
            integrity={{ literal: literal.integrity, name, url: inspectionUrl }}
            otherwise={literal.integrity}
          />
        ))}
      {inspectionUrl !== undefined && <CommandsButton row={row} commands={commands} />}
    </div>
  );
}

/** A link without the router: the sign-in page is in the other shell. */
function SignIn({ row, datasetId }: { row: Row; datasetId: string }) {
  const id = useId();
  const { signInToDownload } = useLiteral();
  return (
    <>
      <a
        href={loginReturningTo(datasetRow(datasetId, row.key))}
        aria-describedby={id}
        className={classes.signIn}
        data-for="visitors"
      >
        {signInToDownload}
      </a>
      <span className={hidden.hidden} id={id}>
        {t.detail.signInTo} {row.name}. {t.detail.signInWhy}
      </span>
    </>
  );
}

const Standing = ({ words }: { words: ReactNode }) => <span className={classes.standing}>{words}</span>;

const words = {
  unknown: t.detail.unknown,
  withdrawn: t.detail.withdrawn,
  'needs info': t.detail.needsInfo,
  expired: t.detail.expired,
  rejected: t.detail.rejected,
  suspended: t.detail.suspended,
} as const;

/** The visitor's access as text, where there is no link. */
export function standing({ state }: Row, { kind }: Access): ReactNode {
  if (kind === 'links') return state === 'none' ? t.detail.noFiles : t.detail.unavailable;
  if (kind === 'awaiting') return <Later approval otherwise={t.detail.awaiting} />;
  return words[kind as keyof typeof words];
}

/**
 * Look, "States": reason and Resubmit instead of links. A link without the router: the application is in the other
 * shell.
 */
function Closed({ access, row, datasetId }: { access: Access } & Pick<Props, 'row' | 'datasetId'>) {
  return (
    <div className={classes.closed}>
      <Standing words={standing(row, access)} />
      {/* Otherwise the notice above shows the reason once. */}
      {mayApply(access) && 'reason' in access && access.reason && (
        <p className={classes.reason}>{access.reason}</p>
      )}
      {mayApply(access) && (
        <a className={classes.signIn} href={applicationReturningTo(datasetRow(datasetId, row.key))}>
          {t.detail.resubmit}
        </a>
      )}
    </div>
  );
}

/** The third column: links, the link to sign in or apply, or the visitor's status. Never a dead link. */
export function DownloadCell({ row, access, datasetId, commands }: Props) {
  if (access.kind === 'loading') return <span className={classes.reserved} aria-hidden="true" />;
  if (access.kind === 'anonymous') return <SignIn row={row} datasetId={datasetId} />;
  if (access.kind === 'links') return <Links row={row} commands={commands} />;
  if (access.kind === 'awaiting') return <Standing words={standing(row, access)} />;
  return <Closed access={access} row={row} datasetId={datasetId} />;
}
