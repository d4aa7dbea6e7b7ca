import classes from './progress-bar.module.css';

/** §2: a progress bar, without spinner, during navigation. `active` is `useNavigation().state !== 'idle'`. */
export function ProgressBar({ active }: { active: boolean }) {
  return (
    <div
      className={active ? `${classes.bar} ${classes.active}` : classes.bar}
      aria-hidden="true"
      data-progress={active}
    />
  );
}
