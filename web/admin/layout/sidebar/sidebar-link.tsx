import { NavLink } from 'react-router';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useAddressOf } from '../../tabs/use-tabs.ts';
import type { MenuItem } from '../menu.ts';
import styles from './sidebar.module.css';
import { WaitingBadge } from './waiting-badge.tsx';

interface Props {
  item: MenuItem;
  /** For a screen above all groups. */
  icon?: IconName;
  rail?: boolean;
  onNavigate?: () => void;
}

/** NavLink sets aria-current on the current one. */
export function SidebarLink({ item, icon, rail = false, onNavigate }: Props) {
  const { path, title } = item;
  return (
    <NavLink
      to={useAddressOf(path)}
      className={styles.item ?? ''}
      {...(rail && { 'aria-label': title, title })}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {icon && <Icon name={icon} />}
      {!rail && <span className={styles.name}>{title}</span>}
      <WaitingBadge path={path} />
    </NavLink>
  );
}
