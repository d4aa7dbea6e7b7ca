import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { limits } from '../../../contract/limits.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import { staticBaseQuery } from './datasets.query.ts';

const words = t.admin.datasets;
/** A lazy chunk: pdf.js is as large as the rest of the back office. */
const Preview = lazy(() => import('./document-preview.tsx'));

interface Props {
  file: File | undefined;
  onChange(file: File | undefined): void;
  disabled: boolean;
  /** Path of the current document below the static base. */
  stored: string | null;
}

/** The PDF of a dataset: a link to the current one, the first page of the chosen one. */
export function DocumentField({ file, onChange, disabled, stored }: Props) {
  const { data: base } = useQuery(staticBaseQuery);
  const tooBig = file !== undefined && file.size > limits.documentBytes;
  return (
    <FileField
      label={words.document}
      description={stored === null ? words.documentHint : `${words.documentHint}. ${words.current}`}
      accept="application/pdf"
      files={file ? [file] : []}
      onChange={([first]) => onChange(first)}
      disabled={disabled}
      {...(tooBig && { error: words.documentHint })}
    >
      {file ? (
        <Suspense>
          <Preview file={file} />
        </Suspense>
      ) : (
        stored !== null &&
        base !== undefined && (
          <Anchor size="sm" href={`${base}/${stored}`} target="_blank" rel="noopener">
            {tLists.datasets.currentDocument}
          </Anchor>
        )
      )}
    </FileField>
  );
}
