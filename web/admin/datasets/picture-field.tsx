import { useEffect, useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import { en } from '../../../texts/en.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import styles from './datasets.module.css';

const words = en.admin.datasets;
const accept = 'image/png,image/jpeg,image/webp,image/avif';

interface Props {
  file: File | undefined;
  onChange(file: File | undefined): void;
  disabled: boolean;
  /** Whether one is stored already. */
  replaces: boolean;
}

/** The sample image with a preview in the card's own proportions (16:10). */
export function PictureField({ file, onChange, disabled, replaces }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const tooBig = file !== undefined && file.size > limits.imageBytes;
  return (
    <FileField
      label={words.picture}
      description={replaces ? `${words.pictureHint}. ${words.current}` : words.pictureHint}
      accept={accept}
      files={file ? [file] : []}
      onChange={([first]) => onChange(first)}
      disabled={disabled}
      {...(tooBig && { error: words.pictureHint })}
    >
      {url !== undefined && <img className={styles.preview} src={url} alt={words.picturePreview} />}
    </FileField>
  );
}
