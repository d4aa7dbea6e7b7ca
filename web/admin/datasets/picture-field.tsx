import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { limits } from '../../../contract/limits.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import styles from './datasets.module.css';
import { staticBaseQuery } from './datasets.query.ts';

const words = t.admin.datasets;
const accept = 'image/png,image/jpeg,image/webp,image/avif';

interface Props {
  file: File | undefined;
  onChange(file: File | undefined): void;
  disabled: boolean;
  /** Path of the current image below the static base. */
  stored: string | null;
}

/** The sample image with a preview in the card's aspect ratio (16:10). */
export function PictureField({ file, onChange, disabled, stored }: Props) {
  const { data: base } = useQuery(staticBaseQuery);
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
      description={stored !== null ? `${words.pictureHint}. ${words.current}` : words.pictureHint}
      accept={accept}
      files={file ? [file] : []}
      onChange={([first]) => onChange(first)}
      disabled={disabled}
      {...(tooBig && { error: words.pictureHint })}
    >
      {url !== undefined ? (
        <img className={styles.preview} src={url} alt={words.picturePreview} />
      ) : (
        stored !== null &&
        base !== undefined && (
          <img className={styles.preview} src={`${base}/${stored}`} alt={tLists.datasets.currentPicture} />
        )
      )}
    </FileField>
  );
}
