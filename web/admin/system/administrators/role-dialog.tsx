import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { t } from '#texts';
import { type Administrator, updateAdministrator } from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';
import type { Problem } from '../../../ui/mantine/form/error-summary.tsx';
import { problemsOf } from '../../../ui/mantine/form/problems-of.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { CallDialog, CallDialogForm } from '../../layout/call-dialog.tsx';
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
    <CallDialog about={administrator} title={({ name }) => words.roleOf(name)} onClose={onClose}>
      {(one) => <RoleForm administrator={one} onClose={onClose} />}
    </CallDialog>
  );
}

function RoleForm({ administrator, onClose }: { administrator: Administrator; onClose(): void }) {
  const { id, name } = administrator;
  const client = useQueryClient();
  const [role, setRole] = useState(administrator.role);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const work = useWork();

  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setProblems([]);
    work.run(
      id,
      async () => {
        await call(updateAdministrator, { params: { id }, body: { role } });
        notifications.show({ color: 'ok', message: words.roleChanged(name, roleName(role)) });
        await client.invalidateQueries({ queryKey: administratorsQuery.queryKey });
        onClose();
      },
      (error) => setProblems(problemsOf(error)),
    );
  };

  return (
    <CallDialogForm
      busy={work.isBusy(id)}
      onSubmit={onSubmit}
      problems={problems}
      disabled={role === administrator.role}
      onClose={onClose}
    >
      <RoleChoice value={role} onChange={setRole} />
    </CallDialogForm>
  );
}
