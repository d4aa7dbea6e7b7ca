import type { ReactNode } from 'react';
import classes from './state.module.css';

interface Props {
  title: string;
  words: string;
  /** One action, or none. */
  children?: ReactNode;
  /** The title is the page's heading when nothing else is shown. */
  heading?: 'h1' | 'h2';
  alert?: boolean;
}

/** A region that has nothing to show: empty, failed or not found. Says why, and offers one way on. */
export function State({ title, words, children, heading: Heading = 'h2', alert = false }: Props) {
  return (
    <div className={classes.state} role={alert ? 'alert' : undefined}>
      <Heading className={classes.title} tabIndex={Heading === 'h1' ? -1 : undefined}>
        {title}
      </Heading>
      <p className={classes.words}>{words}</p>
      {children}
    </div>
  );
}
