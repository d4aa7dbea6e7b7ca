import { NavLink } from 'react-router';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
import { useHeld } from '../access/use-allowed.ts';
import { menuFor } from './menu.ts';
import styles from './sidebar.module.css';
import { WaitingBadge } from './waiting-badge.tsx';

/** The screens one may see, in their groups; NavLink marks the current one with aria-current. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const groups = menuFor(useHeld());
  return (
    <div className={styles.sidebar}>
      <NavLink
        to={paths.adminIndex}
        className={styles.brand ?? ''}
        {...(onNavigate && { onClick: onNavigate })}
      >
        {en.brand}
        <span className={styles.sub}>{en.admin.backOffice}</span>
      </NavLink>
      <nav aria-label={en.admin.menu}>
        {groups.map(({ title, items }) => (
          <div key={title ?? ''} className={styles.group}>
            {title !== undefined && <h2 className={styles.title}>{title}</h2>}
            <ul className={styles.items}>
              {items.map(({ path, title: name }) => (
                <li key={path}>
                  <NavLink
                    to={path}
                    className={styles.item ?? ''}
                    {...(onNavigate && { onClick: onNavigate })}
                  >
                    <span className={styles.name}>{name}</span>
                    {path === paths.adminApplicantList && <WaitingBadge />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}
