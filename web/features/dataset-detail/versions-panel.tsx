import { useState } from 'react';
import { Link } from 'react-router';
import { tDataset } from '#texts/dataset';
import { t } from '#texts/reading';
import { getDataset } from '../../../contract/catalogue.ts';
import { CallError, call } from '../../api/call.ts';
import { failureWords } from '../../api/failure-words.ts';
import { paths } from '../../paths.ts';
import controls from '../../ui/controls.module.css';
import { formatCount, formatUtcDay } from '../../ui/format.ts';
import { type Changes, changesBetween, type Version } from './versions.ts';
import classes from './versions-panel.module.css';

const { versions: words } = tDataset;

/** File names listed at most. */
const shown = 50;

function Names({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <dt>
        {title} ({formatCount(names.length)})
      </dt>
      {names.slice(0, shown).map((name) => (
        <dd key={name}>{name}</dd>
      ))}
      {names.length > shown && (
        <dd className={classes.more}>{words.more(formatCount(names.length - shown))}</dd>
      )}
    </>
  );
}

function ChangeList({ changes: { added, removed, changed, unsure, same } }: { changes: Changes }) {
  const none = added.length + removed.length + changed.length + unsure.length === 0;
  return (
    <>
      {none && <p>{words.none}</p>}
      <dl className={classes.changes}>
        <Names title={words.added} names={added} />
        <Names title={words.removed} names={removed} />
        <Names title={words.changed} names={changed} />
        <Names title={words.unsure} names={unsure} />
      </dl>
      <p className={classes.more}>{words.same(formatCount(same))}</p>
    </>
  );
}

/** Loads both versions when opened. */
function WhatChanged({ older, newer }: { older: Version; newer: Version }) {
  const [state, setState] = useState<'closed' | 'loading' | { failed: string } | Changes>('closed');
  const compare = async () => {
    setState('loading');
    try {
      const both = [older, newer].map(({ id }) => call(getDataset, { params: { id } }));
      const [before, after] = await Promise.all(both);
      if (before && after) setState(changesBetween(before, after));
    } catch (error) {
      setState({ failed: error instanceof CallError ? failureWords(error) : '' });
    }
  };
  const open = state !== 'closed';
  return (
    <>
      <button
        className={classes.opener}
        type="button"
        aria-expanded={open}
        onClick={() => (open ? setState('closed') : void compare())}
      >
        {words.changes} {words.changesSince(older.version)}
      </button>
      <div className={open ? classes.compared : undefined} role="status">
        {state === 'loading' && words.loading}
        {typeof state === 'object' && 'failed' in state && (
          <>
            {words.failed} {state.failed}{' '}
            <button className={controls.button} type="button" onClick={() => void compare()}>
              {t.reading.retry}
            </button>
          </>
        )}
        {typeof state === 'object' && 'same' in state && <ChangeList changes={state} />}
      </div>
    </>
  );
}

/** Look: the versions, newest first, each with its changes. */
export function VersionsPanel({ versions, currentId }: { versions: Version[]; currentId: string }) {
  return (
    <ol className={classes.versions}>
      {versions.map((version, index) => {
        const older = versions[index + 1];
        const here = version.id === currentId;
        return (
          <li key={version.id}>
            <p className={classes.version}>
              {here ? (
                <strong aria-current="page">{version.version}</strong>
              ) : (
                <Link to={paths.datasetDetail(version.id)}>{version.version}</Link>
              )}
              {index === 0 && <span className={classes.newest}>{words.newest}</span>}
              <span className={classes.more}>
                {version.publishedAt && formatUtcDay(version.publishedAt)}
                {here && ` · ${words.here}`}
              </span>
            </p>
            {older && <WhatChanged older={older} newer={version} />}
          </li>
        );
      })}
    </ol>
  );
}
