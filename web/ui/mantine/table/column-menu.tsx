import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { tLists } from '#texts/lists';
import styles from './column-menu.module.css';
import type { ColumnChoice } from './use-columns.ts';

const words = tLists.columns;

/** Which columns a list shows. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  const some = choice.columns.some(({ isShown }) => !isShown);
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="neutral"
          aria-label={words.label}
          title={words.label}
          data-some={some || undefined}
          className={styles.button ?? ''}
        >
          <svg
            viewBox="0 0 16 16"
            width="16"
            height="16"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
          >
            <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" strokeWidth="1.5" />
            <path d="M6 3v10M10 3v10" strokeWidth="1.5" />
          </svg>
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.label}>
        <fieldset className={styles.list}>
          <legend className={styles.title}>{words.title}</legend>
          {choice.columns.map(({ key, header, isShown }) => (
            <Checkbox
              key={key}
              size="sm"
              label={header}
              checked={isShown}
              onChange={() => choice.toggle(key)}
            />
          ))}
        </fieldset>
        <Button size="compact-sm" variant="subtle" mt="sm" disabled={!some} onClick={choice.showAll}>
          {words.showAll}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
