import { ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { copyText } from '../../../ui/copy-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './versions.module.css';

const words = t.admin.subsets;

async function copy(text: string): Promise<void> {
  const copied = await copyText(text);
  notifications.show({ color: copied ? 'ok' : 'error', message: copied ? words.copied : words.copyFailed });
}

interface Props {
  /** What is copied. */
  text: string;
  /** What is shown of it. */
  shown: string;
  /** Label of the button. */
  label: string;
}

/** A hash or an address with a button that copies it whole. */
export const Copyable = ({ text, shown, label }: Props) => (
  <span className={styles.copyable}>
    <code title={text}>{shown}</code>
    <ActionIcon variant="subtle" color="neutral" aria-label={label} onClick={() => void copy(text)}>
      <Icon name="copy" />
    </ActionIcon>
  </span>
);
