import { Button, Input } from '@mantine/core';
import { useRef, useState } from 'react';
import { tRequests } from '#texts/requests';
import { requestLimits } from '../../../../contract/request-limits.ts';
import {
  addRequestFile,
  deleteRequestFile,
  getOwnRequestFile,
  type RequestFile,
  type RequestQuestion,
} from '../../../../contract/requests.ts';
import { CallError, call, callFile } from '../../../api/call.ts';
import { failureWords } from '../../../api/failure-words.ts';
import { formatSizeShort } from '../../../ui/format.ts';
import fields from '../../../ui/mantine/upload/upload.module.css';
import { UploadProgress } from '../../../ui/mantine/upload/upload-progress.tsx';
import { useUpload } from '../../../ui/mantine/upload/use-upload.ts';
import { saveBlob } from '../../../ui/save-blob.ts';
import styles from './request.module.css';

const words = tRequests.file;

interface Props {
  datasetId: string;
  question: RequestQuestion;
  label: string;
  file: RequestFile | undefined;
  /** Id of the field, which the summary of errors leads to. */
  id: string;
  error: string | undefined;
  onUploading(isRunning: boolean): void;
  onChange(file: RequestFile | undefined): void;
}

/** A PDF, sent as soon as it is chosen. */
export function FileQuestion({ datasetId, question, label, file, id, error, onUploading, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload();
  const [failure, setFailure] = useState<string>();
  const [said, setSaid] = useState('');

  /** What it does shows in place; a failure stays there. */
  const attempt = async (work: () => Promise<void>) => {
    setFailure(undefined);
    setSaid('');
    try {
      await work();
    } catch (why) {
      setFailure(`${words.failed} ${why instanceof CallError ? failureWords(why) : ''}`.trim());
    }
  };

  const send = (chosen: File | undefined) => {
    if (!chosen) return;
    if (!/\.pdf$/i.test(chosen.name)) return setFailure(words.noPdf);
    if (chosen.size > requestLimits.fileBytes) return setFailure(words.tooLarge);
    void attempt(async () => {
      const body = new FormData();
      body.append('questionId', question.id);
      body.append('file', chosen);
      onUploading(true);
      const sent = await upload
        .run(chosen.size, (how) =>
          call(addRequestFile, { params: { id: datasetId }, body, quiet: true, ...how }),
        )
        .finally(() => onUploading(false));
      if (!sent) return;
      onChange(sent);
      setSaid(words.there(sent.name));
    });
  };
  const remove = (gone: RequestFile) =>
    attempt(async () => {
      await call(deleteRequestFile, { params: { id: datasetId, fileId: gone.id }, quiet: true });
      onChange(undefined);
      setSaid(words.gone(gone.name));
      input.current?.focus();
    });
  const open = (saved: RequestFile) =>
    attempt(async () =>
      saveBlob(
        await callFile(getOwnRequestFile, { params: { id: datasetId, fileId: saved.id }, quiet: true }),
        saved.name,
      ),
    );

  const wrong = failure ?? error;
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={question.help === '' ? words.hint : words.helpAndHint(question.help)}
      size="md"
      {...(wrong !== undefined && { error: wrong })}
    >
      {file && (
        <p className={styles.file}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={words.open(file.name)}
            onClick={() => void open(file)}
          >
            {file.name}
          </Button>
          <span>{formatSizeShort(file.size)}</span>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.removeOf(file.name)}
            onClick={() => void remove(file)}
          >
            {words.remove}
          </Button>
        </p>
      )}
      {upload.state ? (
        // The summary of errors leads here as well.
        <div id={id} tabIndex={-1}>
          <UploadProgress state={upload.state} onCancel={upload.cancel} />
        </div>
      ) : (
        <input
          ref={input}
          id={id}
          type="file"
          accept=".pdf,application/pdf"
          required={question.required}
          className={`${fields.input} ${styles.input}`}
          aria-describedby={`${id}-description ${id}-error`}
          aria-invalid={wrong !== undefined || undefined}
          onChange={(event) => {
            send(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      )}
      <p className={styles.said} role="status">
        {said}
      </p>
    </Input.Wrapper>
  );
}
