import { useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '#texts';
import { usePermissions } from '../../access/use-allowed.ts';
import { useReviews } from '../../requests/use-reviews.ts';
import { groupOf, menuFor } from '../menu.ts';
import { useSettings } from '../settings/settings.ts';
import { Brand } from './brand.tsx';
import styles from './sidebar.module.css';
import { SidebarGroup } from './sidebar-group.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import { SidebarRailGroup } from './sidebar-rail-group.tsx';

/** §2, accordion: one group is open at a time, initially and after a navigation that of the route. */
function useOpenGroup(pathname: string) {
  const [open, setOpen] = useState(groupOf(pathname));
  const [seen, setSeen] = useState(pathname);
  if (seen !== pathname) {
    setSeen(pathname);
    setOpen(groupOf(pathname) ?? open);
  }
  const toggle = (title: string) => setOpen(open === title ? undefined : title);
  return { open, toggle };
}

interface Props {
  /** Collapsed: icons only, with the groups' screens in menus. */
  rail?: boolean;
  onNavigate?: () => void;
}

/** The permitted screens, in their groups. */
export function Sidebar({ rail = false, onNavigate }: Props) {
  const { themeStyle, sidebarLogo } = useSettings();
  const { pathname } = useLocation();
  const { open, toggle } = useOpenGroup(pathname);
  const groups = menuFor(usePermissions(), useReviews());
  return (
    <div className={styles.sidebar} data-style={themeStyle} data-rail={rail || undefined}>
      {sidebarLogo && <Brand rail={rail} {...(onNavigate && { onNavigate })} />}
      <nav aria-label={t.admin.menu} className={styles.menu}>
        <ul className={styles.items}>
          {groups.map((group) => (
            <li key={group.title ?? ''}>
              {group.title === undefined ? (
                group.items.map((item) => (
                  <SidebarLink
                    key={item.path}
                    item={item}
                    icon={group.icon}
                    rail={rail}
                    {...(onNavigate && { onNavigate })}
                  />
                ))
              ) : rail ? (
                <SidebarRailGroup
                  group={group}
                  title={group.title}
                  current={groupOf(pathname) === group.title}
                />
              ) : (
                <SidebarGroup
                  group={group}
                  title={group.title}
                  current={groupOf(pathname) === group.title}
                  open={open === group.title}
                  onToggle={() => toggle(group.title ?? '')}
                  {...(onNavigate && { onNavigate })}
                />
              )}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
