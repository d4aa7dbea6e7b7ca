import { type ComponentType, memo, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import { FailedPart } from './failed-part.tsx';

/** The code of a part: `Component` is there once the promise has settled, unless it could not be loaded. */
interface Code<Props> {
  Component?: ComponentType<Props>;
  loading?: Promise<void> | undefined;
  load: () => Promise<ComponentType<Props>>;
}

const ready = <Props,>(code: Code<Props>): Promise<void> => {
  code.loading ??= code.load().then(
    (component) => {
      code.Component = component;
    },
    () => {},
  );
  return code.loading;
};

const loads: (() => Promise<void>)[] = [];

/** For the server: it renders at once, so it loads all deferred parts before. */
export const loadDeferred = (): Promise<unknown> => Promise.all(loads.map((load) => load()));

/** Buttons whose click React has stopped on its way, since their part's code is not there yet. */
const missed = new Set<HTMLElement>();

// As before the page's own code is there (web/deferred-hydration.js): any button but those that work without code.
const keep = ({ target }: MouseEvent) => {
  const button = (target as Element).closest<HTMLElement>('button:not([type="submit"], [popovertarget])');
  if (!button) return;
  missed.add(button);
  button.addEventListener('click', () => missed.delete(button), { capture: true, once: true });
};
globalThis.addEventListener?.('click', keep, true);

/** Those of other parts are missed, and kept, again. */
function clickMissed(): void {
  for (const button of [...missed]) {
    missed.delete(button);
    button.click();
  }
}

interface Options {
  /** What is said when its code cannot be loaded. */
  failed: string;
  /** Shown after a navigation in the browser until its code is there; of the part's height. */
  waiting?: ReactNode;
}

interface PartProps<Props> {
  code: Code<Props>;
  failed: string;
  given: Props;
}

function Part<Props extends object>({ code, failed, given }: PartProps<Props>) {
  const [, setAttempt] = useState(0);
  useEffect(clickMissed, []);
  if (!code.Component) use(ready(code));
  if (code.Component) return <code.Component {...given} />;
  const retry = () => {
    code.loading = undefined;
    setAttempt((attempt) => attempt + 1);
  };
  return <FailedPart words={failed} retry={retry} />;
}

/**
 * A part of a page that the server renders and whose code is a chunk of its own: the page is hydrated without it, the
 * part stays as it was sent until its code is there, and answers then to the buttons clicked before. Its source is named in server/publishing/renderer.ts. It is
 * rendered anew only for other props: an update before its code is there would put `waiting` in its place.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failed, waiting }: Options,
) {
  const code: Code<Props> = { load };
  loads.push(() => ready(code));
  return memo((given: Props) => (
    <Suspense fallback={waiting}>
      <Part code={code} failed={failed} given={given} />
    </Suspense>
  ));
}
