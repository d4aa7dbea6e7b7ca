import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { addDataset } from '../../../contract/dataset-admin.ts';
import type { FieldError } from '../../../contract/envelope.ts';
import { limits } from '../../../contract/limits.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { formatSizeShort } from '../../ui/format.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import { UploadProgress } from '../../ui/mantine/upload/upload-progress.tsx';
import type { Upload } from '../../ui/mantine/upload/use-upload.ts';
import { checkFields } from './check-fields.ts';
import { DatasetFields } from './dataset-fields.tsx';
import { bytesOf, type DatasetFiles, datasetFormData, emptyDataset } from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { PictureField } from './picture-field.tsx';

const words = en.admin.datasets;

interface Props {
  upload: Upload;
  onDone(): void;
  onCancel(): void;
}

/** §7 addDataset: fields, picture, document and data files in one multipart body; the answer is a draft. */
export function AddDataset({ upload, onDone, onCancel }: Props) {
  const refresh = useRefreshDatasets();
  const [files, setFiles] = useState<DatasetFiles>({});
  const { field, problems, onSubmit } = useCallForm({
    initial: emptyDataset,
    check: (values): FieldError[] => {
      const tooMany = (files.subsets?.length ?? 0) > limits.subsetsPerRequest;
      return [
        ...checkFields(values),
        ...(tooMany ? [{ path: 'subsets', message: words.tooManyFiles(limits.subsetsPerRequest) }] : []),
      ];
    },
    async send(values) {
      const body = datasetFormData(withoutEmpty(values), files);
      const added = await upload.run(bytesOf(files), (how) => call(addDataset, { body, ...how }));
      if (!added) return void notifications.show({ message: en.admin.upload.cancelled });
      notifications.show({ color: 'ok', message: words.drafted(titleOf(added)) });
      await refresh();
      onDone();
    },
  });
  const busy = upload.state !== undefined;
  const subsets = files.subsets ?? [];

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <DatasetFields field={field} disabled={busy} />
      <PictureField
        file={files.samples}
        onChange={(samples) => setFiles({ ...files, samples })}
        disabled={busy}
        replaces={false}
      />
      <FileField
        label={words.document}
        description={words.documentHint}
        accept="application/pdf"
        files={files.desc ? [files.desc] : []}
        onChange={([desc]) => setFiles({ ...files, desc })}
        disabled={busy}
      />
      <FileField
        label={words.files}
        description={words.filesHint}
        multiple
        files={subsets}
        onChange={(chosen) => setFiles({ ...files, subsets: chosen })}
        disabled={busy}
      >
        {subsets.length > 0 && (
          <p className={styles.note}>
            {words.filesCount(subsets.length, formatSizeShort(bytesOf({ subsets })))}
          </p>
        )}
      </FileField>
      <FileField
        label={words.archive}
        description={words.archiveHint}
        files={files.archive ? [files.archive] : []}
        onChange={([archive]) => setFiles({ ...files, archive })}
        disabled={busy}
      />
      <div className={styles.foot}>
        {upload.state ? (
          <UploadProgress state={upload.state} onCancel={upload.cancel} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {en.admin.cancel}
            </Button>
            <Button type="submit">{words.create}</Button>
          </Group>
        )}
      </div>
    </form>
  );
}
