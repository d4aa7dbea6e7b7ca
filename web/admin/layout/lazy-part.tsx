import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { tLayout } from '#texts/layout';
import { reactions } from '../../api/reactions.ts';

/** A dialog or drawer of the frame. */
interface OpenableProps {
  opened: boolean;
}

/** Stands where a part's code could not be had: a new version was put up, or the connection broke. */
const Missing = () => null;

/** Closed at first even if it is asked for open: what opens remembers where the focus was, to give it back. */
const closedAtFirst =
  <Props extends OpenableProps>(Part: ComponentType<Props>) =>
  (props: Props) => {
    const [drawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    return <Part {...props} opened={drawn && props.opened} />;
  };

/**
 * A part of the frame that is fetched when it is first opened. Where that fails the screen stays, and it is said.
 * @param load gives a component that stays mounted, closed, from then on
 */
export function lazyPart<Props extends OpenableProps>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(() =>
    load().then(
      (part) => ({ default: closedAtFirst(part) }),
      (): { default: ComponentType<Props> } => {
        reactions.onError('notice', tLayout.partFailed);
        return { default: Missing };
      },
    ),
  );
  return (props: Props) => {
    const [needed, setNeeded] = useState(false);
    if (props.opened && !needed) setNeeded(true);
    return <Suspense>{needed && <Part {...props} />}</Suspense>;
  };
}
