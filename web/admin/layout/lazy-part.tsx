import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { tLayout } from '#texts/layout';
import { reactions } from '../../api/reactions.ts';

/** A dialog or drawer of the layout. */
interface OpenableProps {
  opened: boolean;
}

interface Loaded<Props> {
  default: ComponentType<Props>;
}

/** Replaces a chunk that failed to load: after a deployment, or without a connection. */
const Missing = () => null;

/** Mounted closed even if it should be open: on opening it remembers the focused element, to restore it. */
const closedAtFirst =
  <Props extends OpenableProps>(Part: ComponentType<Props>) =>
  (props: Props) => {
    const [drawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    return <Part {...props} opened={drawn && props.opened} />;
  };

/**
 * A dialog or drawer in a lazy chunk, loaded when first opened. On failure the screen stays, with a message.
 * @param load returns a component that stays mounted, closed, from then on
 */
export function lazyPart<Props extends OpenableProps>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(() =>
    load().then(
      (part): Loaded<Props> => ({ default: closedAtFirst(part) }),
      (): Loaded<Props> => {
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
