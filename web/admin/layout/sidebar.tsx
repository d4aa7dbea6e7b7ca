import { NavLink } from 'react-router';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
import { menu } from './menu.ts';
import styles from './sidebar.module.css';

/** The screens in their groups; NavLink marks the current one with aria-current. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
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
        {menu.map(({ title, items }) => (
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
                    {name}
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
