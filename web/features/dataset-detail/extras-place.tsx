import { t } from '#texts/reading';
import { FailedPart } from '../../reading/failed-part.tsx';
import { useLazy } from '../../ui/use-lazy.ts';
import type { ExtrasProps } from './extras.tsx';
import classes from './extras-place.module.css';

const load = async () => (await import('./extras.tsx')).Extras;

/** Placeholder of versions and citation, in their size: the page is readable before they are loaded. */
export function ExtrasPlace(props: ExtrasProps) {
  const { Component, failed, retry } = useLazy<ExtrasProps>(load);
  return (
    <div className={classes.place} data-needs="script">
      {Component && <Component {...props} key={props.dataset.id} />}
      {failed && <FailedPart words={t.detail.extrasFailed} retry={retry} />}
    </div>
  );
}
