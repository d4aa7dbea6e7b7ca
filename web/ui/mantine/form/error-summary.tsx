import { useEffect, useRef } from 'react';
import { t } from '#texts';
import styles from './error-summary.module.css';

export interface Problem {
  message: string;
  /** The id of the field to go to; absent when it belongs to none. */
  field?: string;
}

/** Lists what is wrong above a form and takes the focus each time it changes. Nothing wrong: nothing shown. */
export function ErrorSummary({ problems }: { problems: readonly Problem[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
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
