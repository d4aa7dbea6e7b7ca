import { tDataset } from '#texts/dataset';
import { FailedPart } from '../../../reading/failed-part.tsx';
import { useLazy } from '../../../ui/use-lazy.ts';
import { type Open, useSigning } from './signing.ts';
import classes from './signing-place.module.css';

const load = async () => (await import('./terms-panel.tsx')).TermsPanel;

function Opened({ signing }: { signing: Open }) {
  const { Component: Panel, failed, retry } = useLazy<{ signing: Open }>(load);
  if (failed) return <FailedPart words={tDataset.terms.failed} retry={retry} />;
  return Panel ? <Panel signing={signing} /> : <div className={classes.waiting} aria-busy="true" />;
}

interface Props {
  datasetId: string;
  place: string;
}

/** Whether the panel is open at this place. */
export function useOpenAt({ datasetId, place }: Props): Open | undefined {
  const signing = useSigning(datasetId);
  return signing?.opener?.place === place ? (signing as Open) : undefined;
}

/** Where the terms open (access.md, "Terms as evidence"): their code and words are loaded then. */
export function SigningPlace(props: Props) {
  const signing = useOpenAt(props);
  return signing ? (
    <section className={classes.place} id={`terms-${props.place}`}>
      <Opened signing={signing} />
    </section>
  ) : null;
}
