import { Button, Group, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tVersions } from '#texts/versions';
import { type AdminDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import type { listVersions } from '../../../contract/dataset-versions.ts';
import { call, type DataOf } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { RestoredNote } from '../../ui/mantine/form/restored-note.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
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
  changedFields,
  type DatasetFiles,
  datasetFormData,
  fitsJson,
  jsonFields,
  valuesOf,
} from './dataset-form-data.ts';
import styles from './datasets.module.css';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { DocumentField } from './document-field.tsx';
import { PictureField } from './picture-field.tsx';
import type { Ask } from './versions/asked.ts';
import { FrozenNotice } from './versions/frozen-notice.tsx';
import { versionsQuery } from './versions/versions.query.ts';

const fixed = tVersions.frozenNotice;

interface Props {
  dataset: AdminDataset;
  upload: Upload;
  ask: Ask;
  onDone(): void;
  onCancel(): void;
}

/** §7 updateDataset: JSON, or multipart when image or document is replaced (decisions §4). */
export function EditDataset(props: Props) {
  const { data, isFetchedAfterMount, refetch } = useQuery({
    ...versionsQuery(props.dataset.id),
    staleTime: 0,
  });
  if (!isFetchedAfterMount) return <Skeleton height={480} aria-busy />;
  if (!data)
    return (
      <Group role="alert">
        <Text>{t.admin.subsets.failed}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </Group>
    );
  return <EditForm {...props} lineage={data} />;
}

type FormProps = Props & { lineage: DataOf<typeof listVersions> };

function EditForm({ dataset, lineage, upload, ask, onDone, onCancel }: FormProps) {
  const refresh = useRefreshDatasets();
  const [files, setFiles] = useState<DatasetFiles>({});
  const [initial] = useState(() => valuesOf(dataset, lineage));
  const { form, field, idOf, problems, busy, onSubmit, kept } = useCallForm({
    initial,
    draft: `dataset:${dataset.id}`,
    lists,
    tidy: tidyLists,
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
              body: fitsJson(fields) ? jsonFields(fields) : datasetFormData(fields, {}),
            });
      if (!saved) {
        notifications.show({ message: t.admin.upload.cancelled });
        return false;
      }
      notifications.show({ color: 'ok', message: `${t.admin.saved}: ${titleOf(saved)}` });
      await refresh();
      onDone();
      return true;
    },
  });

  const isFrozen = dataset.frozenAt !== null;
  return (
    <form className={forms.form} onSubmit={onSubmit} noValidate>
      <RestoredNote kept={kept} />
      <FrozenNotice dataset={dataset} on="form" ask={ask} />
      <ErrorSummary problems={problems} />
      <DatasetFields
        field={field}
        disabled={busy}
        fixed={{
          version: dataset.publishedAt === null && !isFrozen ? undefined : fixed.version,
          path: isFrozen ? fixed.path : undefined,
        }}
      />
      <AboutFields form={form} field={field} idOf={idOf} disabled={busy} />
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
                {t.admin.save}
              </Button>
            </WhileOnline>
          </Group>
        )}
      </div>
    </form>
  );
}
