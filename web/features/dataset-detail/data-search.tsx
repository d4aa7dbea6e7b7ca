import { en } from '../../../texts/en-reading.ts';
import controls from '../../ui/controls.module.css';
import { useLazy } from '../../ui/use-lazy.ts';
import classes from './data-search.module.css';
import type { DataSearchFieldProps } from './data-search-field.tsx';

const load = async () => (await import('./data-search-field.tsx')).DataSearchField;

/** The search over the rows, in a place of its size: only long lists have one, and pay for its code. */
export function DataSearch(props: DataSearchFieldProps) {
  const { Component, failed, retry } = useLazy<DataSearchFieldProps>(load);
  return (
    <div className={classes.place} data-needs="script">
      {Component && <Component {...props} />}
      {failed && (
        <p role="alert">
          {en.detail.searchFailed}{' '}
          <button className={controls.button} type="button" onClick={retry}>
            {en.reading.retry}
          </button>
        </p>
      )}
    </div>
  );
}
