import { Menu } from '@mantine/core';
import { NavLink } from 'react-router';
import { Icon } from '../../../ui/icon.tsx';
import type { MenuGroup } from '../menu.ts';
import styles from './sidebar.module.css';
import { GroupBadges } from './waiting-badge.tsx';

interface Props {
  group: MenuGroup;
  title: string;
  current: boolean;
}

/** A group of the collapsed sidebar: its screens are in a menu beside its icon. */
export function SidebarRailGroup({ group, title, current }: Props) {
  return (
    <Menu trigger="click-hover" position="right-start" offset={12} openDelay={80}>
      <Menu.Target>
        <button
          type="button"
          className={styles.item}
          data-current={current || undefined}
          aria-label={title}
          title={title}
        >
          <Icon name={group.icon} />
          <GroupBadges items={group.items} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {group.items.map((item) => (
          <Menu.Item key={item.path} component={NavLink} to={item.path} className={styles.flown ?? ''}>
            <span className={styles.name}>{item.title}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
