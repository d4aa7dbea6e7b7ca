import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { type AdminDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { UploadProgress } from '../../ui/mantine/upload/upload-progress.tsx';
import type { Upload } from '../../ui/mantine/upload/use-upload.ts';
import forms from '../layout/form.module.css';
import { checkFields } from './check-fields.ts';
import { DatasetFields } from './dataset-fields.tsx';
import {
  bytesOf,
  changedFields,
  type DatasetFiles,
  type DatasetValues,
  datasetFormData,
  emptyDataset,
  fitsJson,
} from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { DocumentField } from './document-field.tsx';
import { PictureField } from './picture-field.tsx';

const valuesOf = (dataset: AdminDataset): DatasetValues => {
  const entries = Object.keys(emptyDataset).map((name) => [name, dataset[name as keyof DatasetValues]]);
  return Object.fromEntries(entries) as DatasetValues;
};

interface Props {
  dataset: AdminDataset;
  upload: Upload;
  onDone(): void;
  onCancel(): void;
}

/** §7 updateDataset: JSON, or multipart when image or document is replaced (decisions §4). */
export function EditDataset({ dataset, upload, onDone, onCancel }: Props) {
  const refresh = useRefreshDatasets();
  const [files, setFiles] = useState<DatasetFiles>({});
  const [initial] = useState(() => valuesOf(dataset));
  const { field, problems, busy, onSubmit } = useCallForm({
    initial,
    check: checkFields,
    async send(values) {
      const fields = changedFields(initial, values);
      const params = { id: dataset.id };
      const saved =
        files.samples || files.desc
          ? await upload.run(bytesOf(files), (how) =>
              call(updateDataset, { params, body: datasetFormData(fields, files), ...how }),
            )
          : await call(updateDataset, {
              params,
              body: fitsJson(fields) ? fields : datasetFormData(fields, {}),
            });
      if (!saved) return void notifications.show({ message: t.admin.upload.cancelled });
      notifications.show({ color: 'ok', message: `${t.admin.saved}: ${titleOf(saved)}` });
      await refresh();
      onDone();
    },
  });

  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <DatasetFields field={field} disabled={busy} />
      <PictureField
        file={files.samples}
        onChange={(samples) => setFiles({ ...files, samples })}
        disabled={busy}
        stored={dataset.samples}
      />
      <DocumentField
        file={files.desc}
        onChange={(desc) => setFiles({ ...files, desc })}
        disabled={busy}
        stored={dataset.desc}
      />
      <div className={styles.foot}>
        {upload.state ? (
          <UploadProgress state={upload.state} onCancel={upload.cancel} />
        ) : (
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              {t.admin.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {t.admin.save}
            </Button>
          </Group>
        )}
      </div>
    </form>
  );
}
