import { useId } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import type { MenuGroup } from '../menu.ts';
import styles from './sidebar.module.css';
import { SidebarLink } from './sidebar-link.tsx';
import { GroupBadges } from './waiting-badge.tsx';

interface Props {
  group: MenuGroup;
  title: string;
  /** Whether the current route is one of its screens. */
  current: boolean;
  open: boolean;
  onToggle(): void;
  onNavigate?: () => void;
}

/** A group of the accordion. While closed, it shows the badge of its screens. */
export function SidebarGroup({ group, title, current, open, onToggle, onNavigate }: Props) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.item}
        data-current={current || undefined}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name={group.icon} />
        <span className={styles.name}>{title}</span>
        {!open && <GroupBadges items={group.items} />}
        <span className={styles.chevron}>
          <Icon name="chevron" />
        </span>
      </button>
      <ul id={id} className={styles.sub} hidden={!open}>
        {group.items.map((item) => (
          <li key={item.path}>
            <SidebarLink item={item} {...(onNavigate && { onNavigate })} />
          </li>
        ))}
      </ul>
    </>
  );
}
