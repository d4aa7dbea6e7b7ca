import { Button, Group, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import { type Administrator, updateAdministrator } from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';
import forms from '../../layout/form.module.css';
import { roleName } from '../../role-name.ts';
import { administratorsQuery } from './administrators.query.ts';
import { RoleChoice } from './role-choice.tsx';

const words = t.admin.administrators;

interface Props {
  administrator: Administrator | undefined;
  onClose(): void;
}

export function RoleDialog({ administrator, onClose }: Props) {
  return (
    <Modal
      opened={administrator !== undefined}
      onClose={onClose}
      title={administrator && words.roleOf(administrator.name)}
      centered
    >
      {administrator && <RoleForm administrator={administrator} onClose={onClose} />}
    </Modal>
  );
}

function RoleForm({ administrator, onClose }: { administrator: Administrator; onClose(): void }) {
  const { id, name } = administrator;
  const client = useQueryClient();
  const [role, setRole] = useState(administrator.role);
  const [busy, setBusy] = useState(false);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await call(updateAdministrator, { params: { id }, body: { role } });
      notifications.show({ color: 'ok', message: words.roleChanged(name, roleName(role)) });
      await client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
      onClose();
    } catch {
      // Told by a toast already (§8).
      setBusy(false);
    }
  };

  return (
    <form className={forms.form} onSubmit={(event) => void submit(event)}>
      <RoleChoice value={role} onChange={setRole} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t.admin.cancel}
        </Button>
        <Button type="submit" loading={busy} disabled={role === administrator.role}>
          {t.admin.save}
        </Button>
      </Group>
    </form>
  );
}
