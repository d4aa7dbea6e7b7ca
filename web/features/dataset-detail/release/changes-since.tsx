import { useId, useState } from 'react';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import type { DataOf } from '../../../../contract/endpoint.ts';
import { listChanges } from '../../../../contract/manifest.ts';
import { CallError, call } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import controls from '../../../ui/controls.module.css';
import { formatCount, formatSize, formatSizeShort } from '../../../ui/format.ts';
import classes from './versions.module.css';

const { release: words } = tDataset;

type Changes = DataOf<typeof listChanges>;
const pageSize = 50;

function Totals({ totals }: Pick<Changes, 'totals'>) {
  const parts = (['added', 'changed', 'moved', 'removed'] as const)
    .filter((kind) => totals[kind] > 0)
    .map((kind) => `${formatCount(totals[kind])} ${words.kinds[kind]}`);
  return (
    <p>
      {parts.length === 0 ? words.noChange : `${parts.join(', ')}, ${words.same(formatCount(totals.same))}`}
      {totals.bytes > 0 && ` · ${words.toFetch(formatSize(totals.bytes))}`}
    </p>
  );
}

/** What a version's files differ in from an older one's; asked for when opened, and 50 more at a time. */
export function ChangesSince({ datasetId, since }: { datasetId: string; since: string }) {
  const [open, setOpen] = useState(false);
  const [changes, setChanges] = useState<Changes>();
  const [state, setState] = useState<'idle' | 'loading' | { failed: string }>('idle');
  const region = useId();

  const load = async (pageIndex: number) => {
    setState('loading');
    try {
      const more = await call(listChanges, {
        params: { id: datasetId },
        query: { from: since, pageIndex, pageSize },
      });
      setChanges((before) => ({ ...more, list: [...((pageIndex > 1 && before?.list) || []), ...more.list] }));
      setState('idle');
    } catch (error) {
      setState({ failed: error instanceof CallError ? failureWords(error) : String(error) });
    }
  };
  const next = Math.floor((changes?.list.length ?? 0) / pageSize) + 1;
  return (
    <>
      <button
        className={classes.opener}
        type="button"
        data-needs="script"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        onClick={() => {
          setOpen(!open);
          if (!open && !changes) void load(1);
        }}
      >
        {words.changesSince(since)}
      </button>
      {open && (
        <div className={classes.compared} id={region}>
          {changes && <Totals totals={changes.totals} />}
          {changes && changes.list.length > 0 && (
            <ul className={classes.changes}>
              {changes.list.map(({ kind, path, size, from, sizeBefore }) => (
                <li key={`${kind} ${path}`}>
                  <span className={classes.kind} data-kind={kind}>
                    {words.kinds[kind]}
                  </span>
                  <span className={classes.file}>
                    {from !== undefined && `${from} → `}
                    {path}
                  </span>
                  <span className={classes.more}>
                    {sizeBefore !== undefined && `${formatSizeShort(sizeBefore)} → `}
                    {formatSizeShort(size)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {changes && !changes.shown && <p className={classes.more}>{words.namesHidden}</p>}
          {changes && changes.list.length < changes.count && state === 'idle' && (
            <button className={controls.button} type="button" onClick={() => void load(next)}>
              {words.more(formatCount(Math.min(pageSize, changes.count - changes.list.length)))}
            </button>
          )}
          <p className={classes.more} role="status">
            {state === 'loading' && words.comparing}
          </p>
          {typeof state === 'object' && (
            <p role="alert">
              {words.failed} {state.failed}{' '}
              <button className={controls.button} type="button" onClick={() => void load(next)}>
                {t.reading.retry}
              </button>
            </p>
          )}
        </div>
      )}
    </>
  );
}
