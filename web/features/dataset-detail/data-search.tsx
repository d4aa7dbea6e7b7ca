import { t } from '#texts/reading';
import { FailedPart } from '../../reading/failed-part.tsx';
import { useLazy } from '../../ui/use-lazy.ts';
import classes from './data-search.module.css';
import type { DataSearchFieldProps } from './data-search-field.tsx';

const load = async () => (await import('./data-search-field.tsx')).DataSearchField;

/** The search over the rows, in a placeholder of its size: loaded only for long lists. */
export function DataSearch(props: DataSearchFieldProps) {
  const { Component, failed, retry } = useLazy<DataSearchFieldProps>(load);
  return (
    <div className={classes.place} data-needs="script">
      {Component && <Component {...props} />}
      {failed && <FailedPart words={t.detail.searchFailed} retry={retry} />}
    </div>
  );
}
