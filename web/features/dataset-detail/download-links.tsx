import type { ReactNode } from 'react';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { applicationReturningTo, datasetRow, paths } from '../../paths.ts';
import { useLiteral } from '../../reading/setting.ts';
import controls from '../../ui/controls.module.css';
import { formatSizeShort } from '../../ui/format.ts';
import {
  isToSign,
  type Known,
  mayApply,
  type Standing as StandingOf,
  type ToAsk,
  type ToSign,
} from './access.ts';
import actions from './actions.module.css';
import classes from './download-cell.module.css';
import { Later } from './later.tsx';
import type { Row } from './rows.ts';
import { SignButton, signWords } from './signing/sign-button.tsx';

const { access: words, request: requestWords } = tDataset;

/** Disclosure state of the row's commands. */
export interface Commands {
  id: string;
  open: boolean;
  toggle: () => void;
}

interface Props {
  row: Row;
  access: Known;
  datasetId: string;
}

function CommandsButton({ row, commands: { id, open, toggle } }: { row: Row; commands: Commands }) {
  return (
    <button
      className={classes.commands}
      type="button"
      aria-label={`${words.commandLine} ${words.commandLineFor} ${row.name}`}
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={toggle}
    >
      {words.commandLine}
    </button>
  );
}

/**
 * Look, "Literal texts": the accessible name begins with the visible literal and adds the right word. Plain links (§7):
 * an attachment does not leave the page, and a refusal is an error page (decisions §10). With `download` the browser
 * would save the refusal under the file's name.
 */
function Links({ row, commands }: { row: Row; commands: Commands }) {
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
        data-get={row.key}
        aria-label={`${literal.download} ${name}, ${formatSizeShort(size)}`}
      >
        {literal.download}
      </a>
      {inspectionUrl !== undefined &&
        (row.state === 'ready' ? (
          <a
            className={classes.integrity}
            href={inspectionUrl}
            aria-label={`${literal.integrity}, ${words.checksumFor} ${name}`}
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

const Standing = ({ words }: { words: ReactNode }) => <span className={classes.standing}>{words}</span>;

const standings = {
  unknown: words.unknown,
  'needs info': words.needsInfo,
  expired: words.expired,
  rejected: words.rejected,
  suspended: words.suspended,
} as const;

/** The visitor's access as text, where there is no link. */
function standing({ state }: Row, { kind }: StandingOf | { kind: 'links' }): ReactNode {
  if (kind === 'links') return state === 'none' ? t.detail.noFiles : words.unavailable;
  if (kind === 'awaiting') return <Later approval otherwise={words.awaiting} />;
  return standings[kind];
}

/**
 * Look, "States": reason and Resubmit instead of links. A link without the router: the application is in the other
 * shell.
 */
function Closed({ access, row, datasetId }: Props & { access: StandingOf }) {
  return (
    <div className={classes.closed}>
      <Standing words={standing(row, access)} />
      {/* Otherwise the notice above shows the reason once. */}
      {mayApply(access) && 'reason' in access && access.reason && (
        <p className={classes.reason}>{access.reason}</p>
      )}
      {mayApply(access) && (
        <a className={classes.signIn} href={applicationReturningTo(datasetRow(datasetId, row.key))}>
          {words.resubmit}
        </a>
      )}
    </div>
  );
}

/** Opens the terms in place of the download; where there are no files, there is nothing to sign for. */
function Sign({
  row,
  kind,
  datasetId,
  lead,
}: Pick<Props, 'row' | 'datasetId'> & { kind: ToSign; lead?: true }) {
  if (row.state === 'none') return <Standing words={standing(row, { kind: 'links' })} />;
  return (
    <SignButton
      datasetId={datasetId}
      place={lead ? 'lead' : row.key}
      get={lead ? 'lead' : row.key}
      size={row.size}
      words={signWords(kind)}
      of={lead ? undefined : row.name}
      className={lead ? controls.primary : controls.button}
    />
  );
}

/** Of a dataset that is given out on request: the way to ask, or where the request stands. */
function Ask({ standing: at, datasetId, of }: Pick<ToAsk, 'standing'> & { datasetId: string; of?: string }) {
  if (at === 'pending') {
    return <Standing words={<Later asked={datasetId} otherwise={requestWords.step.pending} />} />;
  }
  const step = requestWords.step[at];
  return (
    <a
      className={of === undefined ? controls.primary : controls.button}
      href={paths.datasetRequest(datasetId)}
      aria-label={of === undefined ? undefined : `${step}: ${of}`}
    >
      {step}
    </a>
  );
}

/** The third column of a row, for a signed-in user. */
export function UserCell({ row, access, datasetId, commands }: Props & { commands: Commands }) {
  if (isToSign(access)) {
    return <Sign row={row} kind={access.kind} datasetId={datasetId} />;
  }
  if (access.kind === 'request') {
    return <Ask standing={access.standing} datasetId={datasetId} of={row.name} />;
  }
  if (access.kind === 'links') return <Links row={row} commands={commands} />;
  if (access.kind === 'awaiting') return <Standing words={standing(row, access)} />;
  return <Closed access={access} row={row} datasetId={datasetId} />;
}

/** The one next step of a signed-in user: the whole dataset, the way to it, or where they stand. */
export function UserAction({ row, access, datasetId }: Props) {
  if (isToSign(access)) {
    return <Sign row={row} kind={access.kind} datasetId={datasetId} lead />;
  }
  if (access.kind === 'request') return <Ask standing={access.standing} datasetId={datasetId} />;
  if (access.kind === 'links' && row.downloadUrl !== undefined) {
    return (
      <a className={controls.primary} href={row.downloadUrl} data-get="lead">
        {words.downloadAll} · {formatSizeShort(row.size)}
      </a>
    );
  }
  if (mayApply(access)) {
    return (
      <a className={controls.primary} href={applicationReturningTo(paths.datasetDetail(datasetId))}>
        {access.kind === 'expired' ? words.renew : words.resubmitName}
      </a>
    );
  }
  return <p className={actions.standing}>{standing(row, access)}</p>;
}
