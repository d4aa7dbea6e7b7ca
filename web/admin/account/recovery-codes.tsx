import { Button, Checkbox, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '#texts';
import { saveBlob } from '../../ui/save-blob.ts';
import forms from '../layout/form.module.css';
import { useUnsavedGuard } from '../unsaved.ts';
import styles from './account.module.css';
import { CopyButton } from './copy-button.tsx';

const words = t.admin.own;

interface Props {
  /** User name, for the file. */
  name: string;
  codes: readonly string[];
  onDone(): void;
}

/** The recovery codes, shown once: leaving asks first, until the person confirms that they are stored. */
export function RecoveryCodes({ name, codes, onDone }: Props) {
  const [kept, setKept] = useState(false);
  useUnsavedGuard(!kept, words.keptFirst, true);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join('\n');
  const download = () =>
    saveBlob(
      new Blob([`${words.codesFile(name)}\n\n${text}\n`], { type: 'text/plain' }),
      'recovery-codes.txt',
    );

  return (
    <div className={forms.form}>
      <h3 ref={heading} tabIndex={-1} className={styles.label}>
        {words.codes}
      </h3>
      <p className={forms.note}>{words.codesWhy}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <CopyButton text={text} label={words.copyCodes} />
        <Button variant="default" size="xs" onClick={download}>
          {words.downloadCodes}
        </Button>
      </Group>
      <Checkbox
        label={words.kept}
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <div>
        <Button disabled={!kept} onClick={onDone}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
