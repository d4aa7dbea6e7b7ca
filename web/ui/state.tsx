import type { ReactNode } from 'react';
import classes from './state.module.css';

interface Props {
  title: string;
  words: string;
  /** One action, or none. */
  children?: ReactNode;
  /** Heading level: h1 when nothing else is shown. */
  heading?: 'h1' | 'h2';
  alert?: boolean;
}

/** A region or page without content: empty, failed, forbidden or not found. Shows why, and offers one action. */
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
