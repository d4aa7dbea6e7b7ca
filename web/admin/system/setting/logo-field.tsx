import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { tSystem } from '#texts/system';
import { FileField } from '../../../ui/mantine/upload/file-field.tsx';
import styles from './setting.module.css';

const words = tSystem.setting;
const accept = 'image/png,image/jpeg,image/webp,image/avif';

interface Props {
  /** URL of the current logo. */
  current: string | undefined;
  /** Whether there was one when the form was opened. */
  had: boolean;
  file: File | undefined;
  onFile(file: File | undefined): void;
  /** Removes the logo, or restores it. */
  onKeep(keep: boolean): void;
  error: string | undefined;
  disabled: boolean;
}

/** The logo as it will look in the header: on a light and on a dark background. */
export function LogoField({ current, had, file, onFile, onKeep, error, disabled }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const shown = url ?? current;
  return (
    <FileField
      label={words.logo}
      description={words.logoHint}
      accept={accept}
      files={file ? [file] : []}
      onChange={([first]) => onFile(first)}
      disabled={disabled}
      {...(error !== undefined && { error })}
    >
      {shown === undefined ? (
        <p className={styles.noLogo}>{had ? words.logoGoes : words.noLogo}</p>
      ) : (
        <div className={styles.logos}>
          {(['light', 'dark'] as const).map((ground) => (
            <span key={ground} className={styles.ground} data-ground={ground}>
              <img src={shown} alt={ground === 'light' ? (url ? words.logoNext : words.logoNow) : ''} />
            </span>
          ))}
        </div>
      )}
      {had && !file && !disabled && (
        <Button size="compact-sm" variant="subtle" mt="sm" onClick={() => onKeep(current === undefined)}>
          {current === undefined ? words.keepLogo : words.removeLogo}
        </Button>
      )}
    </FileField>
  );
}
