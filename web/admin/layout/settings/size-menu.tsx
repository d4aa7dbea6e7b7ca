import { Menu } from '@mantine/core';
import { tLayout } from '#texts/layout';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../navbar.module.css';
import { type Size, setSize, sizes, useSize } from './size.ts';

const words = tLayout.size;

/** §2, size selector. */
export function SizeMenu() {
  const chosen = useSize();
  const name = words.now(words.names[chosen]);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.tool} aria-label={name} title={name}>
          <Icon name="size" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={(size) => setSize(size as Size)}>
          {sizes.map((size) => (
            <Menu.RadioItem key={size} value={size} closeMenuOnClick>
              <span className={styles.capital}>{words.names[size]}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
