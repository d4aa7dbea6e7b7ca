import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { type AdminDataset, addDataset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { withoutEmpty } from '../../ui/mantine/form/form-errors.ts';
import { RestoredNote } from '../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import { FileField } from '../../ui/mantine/upload/file-field.tsx';
import { UploadProgress } from '../../ui/mantine/upload/upload-progress.tsx';
import type { Upload } from '../../ui/mantine/upload/use-upload.ts';
import { WhileOnline } from '../access/while-online.tsx';
import forms from '../layout/form.module.css';
import { AboutFields } from './about/about-fields.tsx';
import { lists, tidyLists } from './about/rows.ts';
import { checkFields } from './check-fields.ts';
import { DatasetFields } from './dataset-fields.tsx';
import {
  bytesOf,
  type DatasetFiles,
  type DatasetValues,
  datasetFormData,
  emptyDataset,
} from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { DocumentField } from './document-field.tsx';
import { PictureField } from './picture-field.tsx';
import { useUsualValues } from './use-usual-values.ts';

const words = t.admin.datasets;

interface Props {
  upload: Upload;
  /** Called with the new draft, whose files are added next. */
  onDone(added: AdminDataset): void;
  onCancel(): void;
}

/**
 * §7 addDataset: fields, image and document in one multipart body; the response is a draft, whose files are added next.
 */
export function AddDataset(props: Props) {
  const usual = useUsualValues();
  return usual && <AddForm {...props} usual={usual} />;
}

function AddForm({ upload, usual, onDone, onCancel }: Props & { usual: Partial<DatasetValues> }) {
  const refresh = useRefreshDatasets();
  const [files, setFiles] = useState<DatasetFiles>({});
  const [initial] = useState(() => ({ ...emptyDataset, ...usual }));
  const { form, field, idOf, problems, busy, onSubmit, kept } = useCallForm({
    initial,
    draft: 'dataset:new',
    lists,
    tidy: tidyLists,
    check: checkFields,
    async send(values) {
      const body = datasetFormData(withoutEmpty(values), files);
      const added = await upload.run(bytesOf(files), (how) => call(addDataset, { body, ...how }));
      if (!added) {
        notifications.show({ message: t.admin.upload.cancelled });
        return false;
      }
      notifications.show({ color: 'ok', message: words.drafted(titleOf(added)) });
      await refresh();
      onDone(added);
      return true;
    },
  });

  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={kept} />
      <ErrorSummary problems={problems} />
      <DatasetFields field={field} disabled={busy} />
      <AboutFields form={form} field={field} idOf={idOf} disabled={busy} />
      <PictureField
        file={files.samples}
        onChange={(samples) => setFiles({ ...files, samples })}
        disabled={busy}
        stored={null}
      />
      <DocumentField
        file={files.desc}
        onChange={(desc) => setFiles({ ...files, desc })}
        disabled={busy}
        stored={null}
      />
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
            <Button
              variant="default"
              onClick={() => {
                kept.drop();
                onCancel();
              }}
            >
              {t.admin.cancel}
            </Button>
            <WhileOnline>
              <Button type="submit" loading={busy}>
                {words.create}
              </Button>
            </WhileOnline>
          </Group>
        )}
      </div>
    </form>
  );
}
