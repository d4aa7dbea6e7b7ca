import { useLocation } from 'react-router';
import { t } from '#texts';
import { breadcrumb } from './menu.ts';
import styles from './navbar.module.css';

/** §2: the current screen, by the menu's names. A group has no screen of its own, so its name is no link. */
export function Breadcrumb() {
  const { pathname } = useLocation();
  const names = breadcrumb(pathname);
  return (
    <nav aria-label={t.admin.breadcrumb} className={styles.breadcrumb}>
      <ol>
        {names.map((name, index) => (
          <li key={name} aria-current={index === names.length - 1 ? 'page' : undefined}>
            <span>{name}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
