import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '#texts/reading';
import controls from '../ui/controls.module.css';
import { State } from '../ui/state.tsx';

/** Error boundary: an unexpected error, or a chunk that failed to load. Logged, and shown without details. */
export function Broken() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <State title={t.reading.broken} words={t.reading.brokenWhy} heading="h1" alert>
      <button className={controls.primary} type="button" onClick={() => location.reload()}>
        {t.reading.retry}
      </button>
    </State>
  );
}
