import { t } from '#texts/reading';
import type { Access } from './access.ts';
import { Later } from './later.tsx';
import classes from './notice.module.css';

/** Why there are no links, once above the table. Only the server knows "withdrawn" already; the rest is loaded. */
export function Notice({ access }: { access: Access }) {
  switch (access.kind) {
    case 'links':
    case 'anonymous':
    case 'loading':
    case 'embargoed':
      return null;
    case 'withdrawn':
      return (
        <div className={`${classes.notice} ${classes.warn}`} role="note">
          <p>{t.detail.withdrawnWhy}</p>
        </div>
      );
    default:
      return <Later standing={access} />;
  }
}
