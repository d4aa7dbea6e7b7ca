import { useLayoutEffect, useRef } from 'react';
import { t } from '#texts';
import styles from './error-summary.module.css';

export interface Problem {
  message: string;
  /** Id of the field to focus; absent for errors of the whole form. */
  field?: string;
}

/** Lists the errors above a form and takes the focus each time they change. Renders nothing without errors. */
export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  const box = useRef<HTMLDivElement>(null);
  // In a layout effect: a later one would take the focus from a field that is being corrected already.
  useLayoutEffect(() => {
    if (problems.length > 0) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <h2 className={styles.title}>{t.account.problems}</h2>
      <ul className={styles.list}>
        {problems.map(({ message, field }) => (
          <li key={`${field}${message}`}>
            {field === undefined ? (
              message
            ) : (
              <button
                type="button"
                className={styles.link}
                onClick={() => document.getElementById(field)?.focus()}
              >
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
