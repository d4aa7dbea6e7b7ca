import type { ReactNode } from 'react';
import styles from './section.module.css';

interface Props {
  id: string;
  title: string;
  intro?: string;
  /** An action for the whole section, beside its title. */
  action?: ReactNode;
  children: ReactNode;
}

/** One panel of the account page; its id is a link target. */
export function Section({ id, title, intro, action, children }: Props) {
  return (
    <section className={styles.section} id={id} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 className={styles.title} id={`${id}-title`} tabIndex={-1}>
          {title}
        </h2>
        {action}
      </div>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  );
}
