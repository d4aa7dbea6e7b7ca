import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import type { Subset } from '../../../contract/catalogue.ts';
import { updateSubset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { ErrorSummary } from '../../ui/mantine/form/error-summary.tsx';
import { useCallForm } from '../../ui/mantine/form/use-call-form.ts';
import styles from './datasets.module.css';
import { useRefreshDatasets } from './datasets.query.ts';

const words = t.admin.subsets;

export function EditSubset({ subset, onClose }: { subset: Subset | undefined; onClose(): void }) {
  return (
    <Modal opened={subset !== undefined} onClose={onClose} title={words.editTitle} centered>
      {subset && <EditForm subset={subset} onClose={onClose} />}
    </Modal>
  );
}

function EditForm({ subset, onClose }: { subset: Subset; onClose(): void }) {
  const refresh = useRefreshDatasets();
  const { field, problems, busy, onSubmit } = useCallForm({
    initial: { path: subset.path, desc: subset.desc },
    check: () => [],
    async send({ path, desc }) {
      // An unchanged path is left out: it would count as moving the file onto itself.
      const body = path === subset.path ? { desc } : { path, desc };
      await call(updateSubset, { params: { id: subset.id }, body });
      notifications.show({ color: 'ok', message: t.admin.saved });
      await refresh();
      onClose();
    },
  });
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <ErrorSummary problems={problems} />
      <TextInput {...field('path')} label={words.path} spellCheck={false} />
      <Textarea {...field('desc')} label={words.desc} rows={3} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {t.admin.save}
        </Button>
      </Group>
    </form>
  );
}
