import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useState } from 'react';
import { addSubsets } from '../../../contract/dataset-admin.ts';
import { limits } from '../../../contract/limits.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { formatSizeShort } from '../../ui/format.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import { UploadProgress } from '../../ui/mantine/upload/upload-progress.tsx';
import type { Upload } from '../../ui/mantine/upload/use-upload.ts';
import { bytesOf, datasetFormData } from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { useRefreshDatasets } from './datasets.query.ts';

const words = en.admin.subsets;

/** §7 addSubsets with files as multipart. */
export function AddSubsets({ datasetId, upload }: { datasetId: string; upload: Upload }) {
  const refresh = useRefreshDatasets();
  const [files, setFiles] = useState<File[]>([]);
  // A file field cannot be emptied from outside; another key makes a new one.
  const [round, setRound] = useState(0);
  const busy = upload.state !== undefined;
  const tooMany = files.length > limits.subsetsPerRequest;
  const total = bytesOf({ subsets: files });

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = datasetFormData({}, { subsets: files });
    try {
      const answer = await upload.run(total, (how) =>
        call(addSubsets, { params: { id: datasetId }, body, ...how }),
      );
      if (!answer) return void notifications.show({ message: en.admin.upload.cancelled });
      notifications.show({ color: 'ok', message: words.added(answer.subsets.length) });
      setFiles([]);
      setRound(round + 1);
      await refresh();
    } catch {
      // Told by a toast already (§8); the chosen files stay.
    }
  };

  return (
    <form className={styles.addFiles} onSubmit={(event) => void submit(event)}>
      <FileField
        key={round}
        label={words.add}
        multiple
        files={files}
        onChange={setFiles}
        disabled={busy}
        {...(tooMany && { error: en.admin.datasets.tooManyFiles(limits.subsetsPerRequest) })}
      >
        {files.length > 0 && (
          <p className={styles.note}>{en.admin.datasets.filesCount(files.length, formatSizeShort(total))}</p>
        )}
      </FileField>
      {upload.state ? (
        <UploadProgress state={upload.state} onCancel={upload.cancel} />
      ) : (
        <Button type="submit" disabled={files.length === 0 || tooMany}>
          {words.upload}
        </Button>
      )}
    </form>
  );
}
