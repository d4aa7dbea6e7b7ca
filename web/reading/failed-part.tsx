import { t } from '#texts/reading';
import controls from '../ui/controls.module.css';

/** Replaces a part of the page whose chunk failed to load. */
export const FailedPart = ({ words, retry }: { words: string; retry: () => void }) => (
  <p role="alert">
    {words}{' '}
    <button className={controls.button} type="button" onClick={retry}>
      {t.reading.retry}
    </button>
  </p>
);
