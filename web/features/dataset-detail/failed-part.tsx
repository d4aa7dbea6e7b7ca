import { t } from '#texts/reading';
import controls from '../../ui/controls.module.css';

/** In the place of a part of the page whose code could not be fetched. */
export const FailedPart = ({ words, retry }: { words: string; retry: () => void }) => (
  <p role="alert">
    {words}{' '}
    <button className={controls.button} type="button" onClick={retry}>
      {t.reading.retry}
    </button>
  </p>
);
