import classes from './mark.module.css';

/** The built-in logo. */
export function Mark() {
  return (
    <svg className={classes.mark} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <path d="M7 8l5 9 5-9" />
    </svg>
  );
}
